//! graph6 (B. McKay): the upper triangle of the adjacency matrix, six bits a printable character.

use super::super::MOST_NODES;
use super::{Graph, ReadError, error_at, too_large};

pub(super) fn read(bytes: &[u8]) -> Result<Graph, ReadError> {
    let header = b">>graph6<<";
    let skipped = bytes.len() - bytes.trim_ascii_start().len();
    let mut at = skipped + if bytes[skipped..].starts_with(header) { header.len() } else { 0 };
    let end = bytes.trim_ascii_end().len().max(at);
    if let Some(wrong) = bytes[at..end].iter().position(|byte| !(63..=126).contains(byte)) {
        return Err(error_at(bytes, at + wrong, "graph6 has one graph a file, in characters from ? to ~"));
    }
    let nodes = size(bytes, &mut at, end)?;
    // Checked before anything is allocated: the triangle must be there, so the size is bounded by the file.
    let bits = nodes as u128 * (nodes as u128).saturating_sub(1) / 2;
    let wanted = bits.div_ceil(6);
    if wanted != (end - at) as u128 {
        let message = format!("{nodes} nodes need {wanted} characters of edges, found {}", end - at);
        return Err(error_at(bytes, at, message));
    }
    edges(bytes, at, nodes)
}

/// The number of nodes: one character, or `~` and three, or `~~` and six.
fn size(bytes: &[u8], at: &mut usize, end: usize) -> Result<usize, ReadError> {
    let start = *at;
    let marks = bytes[start..end].iter().take(2).take_while(|&&byte| byte == b'~').count();
    let digits = [1, 3, 6][marks];
    let from = start + marks;
    if from + digits > end {
        return Err(error_at(bytes, from, "the number of nodes is cut off"));
    }
    let nodes = bytes[from..from + digits].iter().fold(0u64, |n, &byte| n << 6 | u64::from(byte - 63));
    *at = from + digits;
    if nodes > MOST_NODES as u64 {
        return Err(error_at(bytes, start, format!("it announces {nodes} nodes; at most {MOST_NODES} are read")));
    }
    Ok(nodes as usize)
}

fn edges(bytes: &[u8], start: usize, nodes: usize) -> Result<Graph, ReadError> {
    let mut graph = Graph::new(false);
    for node in 0..nodes {
        graph.add_node(&node.to_string()).map_err(too_large(bytes, start))?;
    }
    let mut bit = 0;
    for b in 1..nodes as u32 {
        for a in 0..b {
            let byte = bytes[start + bit / 6] - 63;
            if byte >> (5 - bit % 6) & 1 == 1 {
                graph.add_edge(a, b).map_err(too_large(bytes, start + bit / 6))?;
            }
            bit += 1;
        }
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn known_graphs() {
        // Examples of the format's description: the path of 5 nodes "DhC" is 0-1-2-3-4.
        assert_eq!(read(b">>graph6<<DhC\n").unwrap().edges(), [(0, 1), (1, 2), (2, 3), (3, 4)]);
        assert_eq!(read(b"?").unwrap().len(), 0);
        assert_eq!(read(b"~?@C").unwrap_err().line, 1);
    }

    #[test]
    fn huge_announcements_are_refused_at_once() {
        let error = read(b"~~~~~~~~").unwrap_err();
        assert!(error.message.contains("68719476735 nodes"), "{error}");
        assert!(read(b"~~").is_err() && read(b"").is_err() && read(b"D\x07C").is_err());
    }
}
