//! Characters to tokens. Time and memory O(length).

use super::token::{SIGNS, Tok, Token, continues_name, reserved, starts_name};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use grundy_natural::Nat;
use std::sync::Arc;

/// After so many errors the rest of a text is not looked at.
const MANY: usize = 100;

/// Decimal digits of a number.
pub(super) const MOST_DIGITS: usize = 100_000;

/// Appends the tokens of `text`, which starts at byte `offset` of its source. What cannot be read becomes an error
/// and is skipped, so that one run finds several.
pub(super) fn lex(text: &str, offset: usize, tokens: &mut Vec<Token>, errors: &mut Vec<Diagnostic>) {
    let mut lexer = Lexer { text, at: 0, offset };
    while let Some(char) = lexer.peek().filter(|_| errors.len() < MANY) {
        let start = lexer.at;
        if char.is_whitespace() {
            lexer.at += char.len_utf8();
            continue;
        }
        if char == '#' {
            lexer.skip_while(|char| char != '\n');
            continue;
        }
        match lexer.token(char) {
            Ok(tok) => tokens.push(Token { tok, span: lexer.span(start) }),
            Err(error) => errors.push(error),
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    offset: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.offset + start, self.offset + self.at)
    }

    fn skip_while(&mut self, go_on: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|char| !go_on(char)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn token(&mut self, char: char) -> Result<Tok, Diagnostic> {
        if starts_code(self.rest()) {
            return Ok(Tok::Code(self.code()));
        }
        match char {
            '0'..='9' => self.number(),
            '"' => self.quoted(),
            _ if starts_name(char) => {
                let word = self.skip_while(continues_name);
                Ok(reserved(word).map_or_else(|| Tok::Name(word.to_owned()), Tok::Word))
            }
            _ => self.sign(char),
        }
    }

    fn number(&mut self) -> Result<Tok, Diagnostic> {
        let start = self.at;
        let digits = self.skip_while(|char| char.is_ascii_digit());
        if !self.skip_while(continues_name).is_empty() {
            return Err(Diagnostic::new(self.span(start), "a name cannot start with a digit")
                .help("a product needs its sign: write `2*n`"));
        }
        if let Ok(number) = digits.parse() {
            return Ok(Tok::Int(number));
        }
        let huge = Nat::parse(digits).filter(|_| digits.len() <= MOST_DIGITS);
        let too_long = || {
            Diagnostic::new(self.span(start), format!("the number is too large: it has more than {MOST_DIGITS} digits"))
        };
        huge.map(|number| Tok::Huge(Arc::new(number))).ok_or_else(too_long)
    }

    fn quoted(&mut self) -> Result<Tok, Diagnostic> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(char) = self.peek().filter(|&char| char != '\n') {
            let at = self.at;
            self.at += char.len_utf8();
            match char {
                '"' => return Ok(Tok::Text(text)),
                '\\' => match self.escape() {
                    Some(char) => text.push(char),
                    None => {
                        let error = Diagnostic::new(self.span(at), "unknown escape");
                        self.skip_text();
                        return Err(error.help(r#"there are \n, \", \\ and \u{…}"#));
                    }
                },
                _ => text.push(char),
            }
        }
        Err(Diagnostic::new(self.span(start), "this text has no end").label("expected `\"` on the same line"))
    }

    /// The character behind a backslash.
    fn escape(&mut self) -> Option<char> {
        let char = self.peek()?;
        if let Some(code) = self.rest().strip_prefix("u{") {
            // At most six digits, so that a text full of open escapes is not searched again and again.
            let digits = &code[..code.bytes().take(7).position(|byte| byte == b'}')?];
            let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let char = u32::from_str_radix(digits, 16).ok().filter(|_| plain).and_then(char::from_u32)?;
            self.at += "u{}".len() + digits.len();
            return Some(char);
        }
        let escaped = match char {
            'n' => '\n',
            '"' | '\\' => char,
            _ => return None,
        };
        self.at += 1;
        Some(escaped)
    }

    /// Goes behind the end of a text in which an error was found.
    fn skip_text(&mut self) {
        self.skip_while(|char| char != '"' && char != '\n');
        if self.peek() == Some('"') {
            self.at += 1;
        }
    }

    fn sign(&mut self, char: char) -> Result<Tok, Diagnostic> {
        let start = self.at;
        if let Some(sign) = SIGNS.iter().find(|&&sign| self.rest().starts_with(sign)) {
            self.at += sign.len();
            return Ok(Tok::Sign(sign));
        }
        self.at += char.len_utf8();
        let help = match char {
            '\'' | '‘' | '’' | '“' | '”' => "text stands between straight double quotes: \"…\"",
            '→' => "the arrow is written `->`",
            '≤' | '≥' | '≠' => "comparisons are written <= >= !=",
            '×' | '·' => "a product is written with `*`",
            '–' | '−' => "minus is the plain sign `-`",
            _ => "see docs/RULES.md for the signs of the language",
        };
        Err(Diagnostic::new(self.span(start), format!("unexpected character `{char}`")).help(help))
    }

    /// A heap code up to its opening bracket; whether it is a good one is for the heap module to say.
    fn code(&mut self) -> String {
        let start = self.at;
        loop {
            self.skip_while(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '!' | '?' | '='));
            let closing = match self.peek() {
                Some('{') => '}',
                Some('[') => ']',
                _ => break,
            };
            self.skip_while(|char| char != closing && char != '\n' && char != '(');
            if self.peek() == Some(closing) {
                self.at += 1;
            } else {
                break;
            }
        }
        self.text[start..self.at].to_owned()
    }
}

/// Whether a heap code starts here: `take{`, `take[2..`, `take[2,`, `allbut{`, `0x`, or digits, perhaps a modifier, and one point.
fn starts_code(rest: &str) -> bool {
    if ["take{", "allbut{", "0x"].iter().any(|start| rest.starts_with(start)) {
        return true;
    }
    // A list may have the name `take`: its elements are no code.
    if let Some(inside) = rest.strip_prefix("take[") {
        let after = inside.trim_start().trim_start_matches(|char: char| char.is_ascii_digit());
        let after = (after.len() < inside.trim_start().len()).then_some(after.trim_start());
        return after.is_some_and(|after| after.starts_with("..") || after.starts_with(','));
    }
    let digits = rest.trim_start_matches(|char: char| char.is_ascii_digit() || matches!(char, 'A'..='F'));
    if digits.len() == rest.len() && !digits.starts_with('.') {
        return false;
    }
    let point = digits.trim_start_matches(['!', '?', '=']);
    point.starts_with('.') && point[1..].starts_with(|char: char| char != '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toks(text: &str) -> Vec<Tok> {
        let (mut tokens, mut errors) = (Vec::new(), Vec::new());
        lex(text, 0, &mut tokens, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        tokens.into_iter().map(|token| token.tok).collect()
    }

    #[test]
    fn codes_are_one_token() {
        for code in ["0.77", "4!.0", "take{1,3,4}", "take[2..5]", "allbut{1}", "0.1[37]", "0x{3C}.0", ".7", "C.3F"] {
            assert_eq!(toks(&format!("{code}(9)"))[0], Tok::Code(code.to_owned()));
        }
    }

    #[test]
    fn a_list_may_be_called_take() {
        for text in ["take[m]", "take[3]", "take[]", "take[n..5]"] {
            assert_eq!(toks(text)[..2], [Tok::Name("take".into()), Tok::Sign("[")], "{text}");
        }
    }

    #[test]
    fn ranges_are_not_codes() {
        let sign = Tok::Sign;
        assert_eq!(toks("0..5"), [Tok::Int(0), sign(".."), Tok::Int(5)]);
        assert_eq!(toks("A..B"), [Tok::Name("A".into()), sign(".."), Tok::Name("B".into())]);
        assert_eq!(toks("5!=3"), [Tok::Int(5), sign("!="), Tok::Int(3)]);
        assert_eq!(
            toks("p[i]..2"),
            [Tok::Name("p".into()), sign("["), Tok::Name("i".into()), sign("]"), sign(".."), Tok::Int(2)]
        );
    }
}
