//! Edge lists: a line an edge. Names are separated by white space or a comma; `->` and `--` between them are allowed.

use super::{Graph, ReadError, checked_name, error_at, too_large};

pub(super) fn read(bytes: &[u8]) -> Result<Graph, ReadError> {
    let mut graph = Graph::new(false);
    let mut start = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        read_line(bytes, start, line, &mut graph)?;
        start += line.len() + 1;
    }
    Ok(graph)
}

fn read_line(bytes: &[u8], start: usize, line: &[u8], graph: &mut Graph) -> Result<(), ReadError> {
    let is_space = |byte: u8| byte.is_ascii_whitespace() || byte == b',' || byte == b';';
    let mut nodes = [0; 2];
    let mut found = 0;
    let mut at = 0;
    while at < line.len() && line[at] != b'#' {
        if is_space(line[at]) {
            at += 1;
            continue;
        }
        let length = line[at..].iter().position(|&byte| is_space(byte)).unwrap_or(line.len() - at);
        let word = &line[at..at + length];
        let place = start + at;
        at += length;
        if found == 1 && (word == b"->" || word == b"--") {
            continue;
        }
        if found == 2 {
            return Err(error_at(bytes, place, "a line has one node or two; three names were found"));
        }
        let name = checked_name(bytes, place, word)?;
        nodes[found] = graph.add_node(name).map_err(too_large(bytes, place))?;
        found += 1;
    }
    if found == 2 {
        graph.add_edge(nodes[0], nodes[1]).map_err(too_large(bytes, start))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_numbers_comments() {
        let graph = read(b"# a triangle\n1 2\n2, 3 # and\r\n3 -> 1\nlonely\n").unwrap();
        assert_eq!((graph.len(), graph.edges()), (4, &[(0, 1), (1, 2), (2, 0)][..]));
        assert_eq!(graph.name(3), "lonely");
    }

    #[test]
    fn wrong_lines_say_where() {
        assert_eq!(read(b"1 2\n1 2 3").unwrap_err().to_string().split(": ").next(), Some("line 2, column 5"));
        assert!(read(b"a \x1b[31m").unwrap_err().message.contains("control"));
        assert!(read(b"a \xff").unwrap_err().message.contains("UTF-8"));
    }
}
