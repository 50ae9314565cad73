//! The function table: every function of the language with its arguments, its type and its meaning. The checker, the
//! machine and the documentation all read this one table.

mod factor;
pub(crate) mod graphs;
mod lists;
mod numbers;
mod points;
mod queries;
mod sublists;
mod ways;
mod within;

use crate::meter::{Meter, Trouble};
use crate::value::Val;
pub(crate) use factor::pow_mod;
pub(crate) use lists::{contains, equal, order};

/// What a function does with its arguments.
pub(crate) type Run = fn(&mut Meter, &[Val]) -> Result<Val, Trouble>;

/// What an argument must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Param {
    /// An integer.
    Int,
    /// A list.
    List,
    /// A list or a text.
    Sequence,
    /// A text.
    Text,
    /// Anything.
    Any,
}

/// What a function gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// An integer.
    Int,
    /// A truth value.
    Bool,
    /// A text.
    Text,
    /// A list of integers.
    Ints,
    /// An element of the list, or one of the arguments.
    Element,
    /// A list of the elements of the argument.
    Elements,
    /// A list of lists of two.
    Pairs,
    /// A list of such lists or texts as the first argument.
    Parts,
    /// Such a list or text as the first argument.
    Same,
    /// A list of what the elements of the argument are made of.
    Ends,
    /// A list of lists of integers.
    Groups,
}

/// A function of the language.
pub struct Builtin {
    /// Which one it is.
    pub function: Function,
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Its arguments; the last may repeat.
    pub params: &'static [Param],
    /// The least number of arguments.
    pub least: usize,
    /// The greatest number of arguments.
    pub most: usize,
    /// Whether it takes clauses directly, `max(e for …)`.
    pub clauses: bool,
    /// Whether its name is taken. Any other function gives way to a kind, a helper, an argument or a `for` name of the
    /// same name, so that a new function breaks no file.
    pub core: bool,
    /// What it gives.
    pub gives: Gives,
    pub(crate) run: Run,
}

/// As many arguments as are written.
const MANY: usize = usize::MAX;

macro_rules! table {
    ($($function:ident $name:literal $usage:literal $params:expr, $least:expr, $most:expr, $clauses:literal, $core:literal => $gives:ident, $run:path: $about:literal;)*) => {
        /// The functions of the language, by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each is described in its entry")]
        #[non_exhaustive]
        pub enum Function {
            $($function),*
        }

        /// All functions, in the order of the documentation and of [`Function`].
        pub static BUILTINS: &[Builtin] = &[$(Builtin {
            function: Function::$function, name: $name, usage: $usage, about: $about, params: &$params, least: $least, most: $most,
            clauses: $clauses, core: $core, gives: Gives::$gives, run: $run,
        }),*];
    };
}

impl Function {
    /// What the table says about it.
    pub fn entry(self) -> &'static Builtin {
        &BUILTINS[self as usize]
    }
}

use Param::{Any, Int, List, Sequence, Text};

// All functions, in the order of the documentation.
table! {
    Min "min" "min(a, b, …), min(L), min(e for …)" [Any], 1, MANY, true, true => Element, lists::min: "the least of its arguments or of one list, which must not be empty";
    Max "max" "max(a, b, …), max(L), max(e for …)" [Any], 1, MANY, true, true => Element, lists::max: "the greatest of its arguments or of one list, which must not be empty";
    Sum "sum" "sum(L), sum(e for …)" [List], 1, 1, true, true => Int, lists::sum: "the sum of a list of integers, 0 if it is empty";
    Xor "xor" "xor(L), xor(e for …)" [List], 1, 1, true, true => Int, lists::xor: "the exclusive or of a list of integers, 0 if it is empty";
    Any "any" "any(L), any(e for …)" [List], 1, 1, true, true => Bool, lists::any: "whether one of the list is true";
    All "all" "all(L), all(e for …)" [List], 1, 1, true, true => Bool, lists::all: "whether all of the list are true";
    Len "len" "len(L), len(e for …)" [Sequence], 1, 1, true, true => Int, lists::len: "the length of a list or text";
    Sort "sort" "sort(L), sort(e for …)" [Sequence], 1, 1, true, true => Elements, lists::sort: "the elements in ascending order; of a text, its letters";
    Set "set" "set(L), set(e for …)" [Sequence], 1, 1, true, true => Elements, lists::set: "the elements in ascending order, without doubles; of a text, its letters";
    Count "count" "count(L, x)" [Sequence, Any], 2, 2, false, true => Int, lists::count: "how often x is in the list, or at how many places the text x starts in a text";
    Find "find" "find(L, x)" [Sequence, Any], 2, 2, false, true => Int, lists::find: "the first place of x in the list or text, len(L) if it is not there";
    Within "within" "within(L, x)" [List, Sequence], 2, 2, false, false => Same, within::within: "the texts or lists in L that x has all elements of, each as often";
    Tally "tally" "tally(L)" [Sequence], 1, 1, false, false => Pairs, lists::tally: "the pairs (element, how often), elements ascending";
    Runs "runs" "runs(L)" [Sequence], 1, 1, false, false => Pairs, lists::runs: "the pairs (element, length) of the longest stretches of equal elements, from left to right";
    Split "split" "split(L, x)" [Sequence, Any], 2, 2, false, false => Parts, lists::split: "the parts of a list between its elements equal to x, or of a text between the places of the text x; empty parts too";
    Reverse "reverse" "reverse(L)" [Sequence], 1, 1, false, false => Same, lists::reverse: "the list or text from its end to its start";
    Choose "choose" "choose(L, k)" [List, Int], 2, 2, false, false => Parts, sublists::choose: "all lists of k elements of L, in the order of L";
    Subsets "subsets" "subsets(L)" [List], 1, 1, false, false => Parts, sublists::subsets: "all lists of elements of L, in the order of L: the empty one, those of one element, of two, …";
    Without "without" "without(L, i)" [Sequence, Int], 2, 2, false, false => Same, sublists::without: "the list or text without its element i";
    Partitions "partitions" "partitions(n)" [Int], 1, 1, false, false => Groups, sublists::partitions: "the lists of positive integers with sum n, each descending: [n] first, n ones last; one empty list for 0";
    Join "join" "join(L), join(L, between), join(e for …, between)" [List, Text], 1, 2, true, true => Text, lists::join: "the elements as one text, with `between` between them";
    Text "text" "text(x)" [Any], 1, 1, false, true => Text, lists::text: "x as `answer` prints it";
    Code "code" "code(c)" [Text], 1, 1, false, false => Int, lists::code: "the number of a text of one character, in Unicode: code(\"a\") is 97";
    Int "int" "int(s)" [Text], 1, 1, false, false => Int, numbers::int_of: "the integer that a text spells: digits, with or without a sign";
    Digits "digits" "digits(n)" [Int], 1, 1, false, true => Ints, numbers::digits: "the decimal digits of a natural number, highest first";
    Abs "abs" "abs(n)" [Int], 1, 1, false, true => Int, numbers::abs: "n without its sign";
    Gcd "gcd" "gcd(a, b, …)" [Int], 1, MANY, false, true => Int, numbers::gcd: "the greatest common divisor, never negative; gcd(0, 0) is 0";
    Isqrt "isqrt" "isqrt(n)" [Int], 1, 1, false, true => Int, numbers::isqrt: "the largest k with k^2 <= n";
    Ilog "ilog" "ilog(n, a)" [Int], 2, 2, false, true => Int, numbers::ilog: "the largest k with a^k <= n, for n >= 1 and a >= 2";
    Popcount "popcount" "popcount(n)" [Int], 1, 1, false, true => Int, numbers::popcount: "the number of ones in the binary form of a natural number";
    Lowbit "lowbit" "lowbit(n)" [Int], 1, 1, false, true => Int, numbers::lowbit: "the largest power of two that divides the natural number n; 0 for 0";
    BitAnd "bitand" "bitand(a, b)" [Int], 2, 2, false, false => Int, numbers::bitand: "the binary digits that are 1 in both natural numbers";
    BitOr "bitor" "bitor(a, b)" [Int], 2, 2, false, false => Int, numbers::bitor: "the binary digits that are 1 in one of two natural numbers or in both";
    XorWays "xorways" "xorways(C, n, m)" [List, Int, Int], 3, 3, false, false => Ints, ways::xorways: "the list of how many ways there are, modulo m, to choose n things one after the other, such that the XOR of their values is 0, 1, …; C lists how many things have the value 0, 1, …, or pairs (value, how many) as tally gives them";
    XorQueries "xorqueries" "xorqueries(L, Q)" [List, List], 2, 2, false, false => Ints, queries::xorqueries: "the answers to the questions among Q, one after the other: (\"ask\", i, j) is the XOR of L[i:j], (\"set\", i, x) puts x at place i for all questions after it";
    PowMod "powmod" "powmod(a, k, m)" [Int], 3, 3, false, false => Int, factor::powmod: "a^k % m, for k >= 0 and m >= 1";
    Factors "factors" "factors(n)" [Int], 1, 1, false, false => Pairs, factor::factors_of: "the pairs (p, k) of the primes p of n with their exponents, ascending; none for n < 2";
    Divisors "divisors" "divisors(n)" [Int], 1, 1, false, true => Ints, factor::divisors: "all divisors ascending, none for n < 1";
    Primes "primes" "primes(n)" [Int], 1, 1, false, true => Ints, factor::primes: "the primes up to n, ascending";
    IsPrime "isprime" "isprime(n)" [Int], 1, 1, false, true => Bool, factor::isprime: "whether n is a prime";
    Neighbours "neighbours" "neighbours(E, v)" [List, Any], 2, 2, false, false => Ends, graphs::neighbours: "the other ends of the edges at v, in the order of the list E of edges (a, b, …)";
    Starting "starting" "starting(E, v)" [List, Any], 2, 2, false, false => Same, graphs::starting: "the lists in E whose first entry is v, in their order";
    Hull "hull" "hull(P)" [List], 1, 1, false, false => Same, points::hull: "the corners of the convex hull of the points (x, y) of P, counter-clockwise from the least; no point in the middle of a side";
    Components "components" "components(n, E)" [Int, List], 2, 2, false, false => Groups, graphs::components: "the vertices 1..n in groups that the edges (a, b, …) of E join, each ascending, by their least vertex";
}

/// The function of this name.
pub fn find(name: &str) -> Option<Function> {
    BUILTINS.iter().find(|builtin| builtin.name == name).map(|builtin| builtin.function)
}

/// What is written for a function that other languages have.
pub(crate) fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "range" => "both ends of a range are in it: `for k in 1..n`, or the list `[1..n]`",
        "floor" | "div" => "`/` rounds down: write `a / b`",
        "ceil" => "`/` rounds down, so up is `(a + b - 1) / b`",
        "mod" | "rem" => "the remainder is written `a % b`",
        "pow" => "power is written `a ^ b`, or `powmod(a, k, m)`",
        "sqrt" => "the root that rounds down is `isqrt(n)`",
        "log" | "log2" => "the logarithm that rounds down is `ilog(n, 2)`",
        "length" | "size" | "strlen" => "the length is `len(L)`",
        "sorted" => "the elements in ascending order are `sort(L)`",
        "str" | "string" => "a number as text is `text(n)`",
        "ord" => "the number of a character is `code(c)`",
        "bitxor" => "exclusive or is written `a xor b`",
        "popcnt" | "bitcount" => "the number of ones is `popcount(n)`",
        "mex" => "`value(P)` is the mex of the values of the options of P",
        "grundy" | "nimber" | "sg" => "the Grundy value of a position is `value(P)`, in `answer`",
        _ => return None,
    })
}

/// What a function gives for a list of these items, if that is told from small parts of them: numbers, truth values, how many.
pub(crate) fn folded(function: Function, items: &[Val]) -> Option<Val> {
    let number = |item: &Val| match item {
        Val::Int(n) => Some(*n),
        _ => None,
    };
    let fold = |first: i128, with: fn(i128, i128) -> Option<i128>| {
        items.iter().try_fold(first, |all, item| with(all, number(item)?)).map(Val::Int)
    };
    let has = |wanted: bool| {
        items.iter().try_fold(false, |found, item| match item {
            Val::Bool(truth) => Some(found || *truth == wanted),
            _ => None,
        })
    };
    match function {
        Function::Len => i128::try_from(items.len()).ok().map(Val::Int),
        Function::Min => fold(number(items.first()?)?, |a, b| Some(a.min(b))),
        Function::Max => fold(number(items.first()?)?, |a, b| Some(a.max(b))),
        Function::Sum => fold(0, i128::checked_add),
        Function::Xor => fold(0, |a, b| Some(a ^ b)),
        Function::Any => has(true).map(Val::Bool),
        Function::All => has(false).map(|found| Val::Bool(!found)),
        _ => None,
    }
}

/// An integer argument.
fn int(value: &Val) -> Result<i128, Trouble> {
    match value {
        Val::Int(n) => Ok(*n),
        other => Err(Trouble::bad(format!("expected an integer, found {}", other.ty()))),
    }
}

/// A natural number.
fn natural(value: &Val) -> Result<u128, Trouble> {
    let n = int(value)?;
    u128::try_from(n).map_err(|_| Trouble::bad(format!("expected a natural number, found {n}")))
}

/// A result that may have grown too large.
fn fitting(n: Option<i128>) -> Result<Val, Trouble> {
    n.map(Val::Int).ok_or_else(overflow)
}

/// The error of a number that needs more than 128 bits.
pub(crate) fn overflow() -> Trouble {
    Trouble::bad("the number is too large: integers have 128 bits")
}

/// A list of new values.
pub(crate) fn make_list(items: Vec<Val>) -> Result<Val, Trouble> {
    Val::list(items).ok_or_else(|| Trouble::bad("the list is too large or nested too deeply"))
}

/// A list of new integers.
pub(crate) fn integer_list(numbers: Vec<i64>) -> Result<Val, Trouble> {
    crate::value::List::of_integers(numbers).map(Val::List).ok_or_else(|| Trouble::bad("the list is too large"))
}

fn items(value: &Val) -> Result<&[Val], Trouble> {
    match value {
        Val::List(list) => Ok(list.items()),
        other => Err(Trouble::bad(format!("expected a list, found {}", other.ty()))),
    }
}
