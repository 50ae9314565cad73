//! graph6, digraph6 and sparse6, the compact formats of nauty: six bits a character from `?` on.
//!
//! The number of nodes comes first and is checked before anything else is done with it; the bits that a matrix of that
//! size needs are compared with the length of the line, so memory is linear in the input.
//!
//! Reference: B. D. McKay, *Description of graph6, sparse6 and digraph6 encodings*.

use super::{Error, Graph, MAX_NODES, Problem, limit};

pub(super) fn parse(bytes: &[u8]) -> Result<Graph, Error> {
    let mut reader = Reader { bytes: bytes.trim_ascii_end(), at: 0 };
    let headers: [&[u8]; 3] = [b">>graph6<<", b">>digraph6<<", b">>sparse6<<"];
    for header in headers {
        reader.skip(header);
    }
    if reader.skip(b"&") {
        reader.matrix(true)
    } else if reader.skip(b":") {
        reader.sparse()
    } else {
        reader.matrix(false)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, problem: Problem) -> Error {
        Error { problem, line: 1, column: self.at + 1 }
    }

    fn skip(&mut self, word: &[u8]) -> bool {
        let found = self.bytes[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// The next six bits.
    fn six(&mut self) -> Result<u64, Error> {
        match self.bytes.get(self.at) {
            Some(&byte @ b'?'..=b'~') => {
                self.at += 1;
                Ok(u64::from(byte - b'?'))
            }
            Some(_) => Err(self.error(Problem::Expected("one graph of characters from '?' to '~' on one line"))),
            None => Err(self.error(Problem::Expected("more characters: the graph is cut off"))),
        }
    }

    /// The number of nodes: one, three or six characters.
    fn nodes(&mut self) -> Result<u64, Error> {
        let start = self.at;
        let more = if self.skip(b"~~") {
            6
        } else if self.skip(b"~") {
            3
        } else {
            1
        };
        let mut nodes = 0;
        for _ in 0..more {
            nodes = nodes << 6 | self.six()?;
        }
        if nodes > MAX_NODES {
            self.at = start;
            return Err(self.error(Problem::TooLarge { what: "nodes", found: nodes, limit: MAX_NODES }));
        }
        Ok(nodes)
    }

    /// graph6: the upper triangle column by column; digraph6: the whole matrix row by row.
    fn matrix(mut self, directed: bool) -> Result<Graph, Error> {
        let nodes = self.nodes()?;
        let bits = if directed { nodes * nodes } else { nodes * nodes.saturating_sub(1) / 2 };
        let (have, need) = ((self.bytes.len() - self.at) as u64, bits.div_ceil(6));
        if have != need {
            self.at = self.bytes.len();
            return Err(self.error(Problem::Invalid("the line's length does not fit its number of nodes")));
        }
        let mut edges = Vec::new();
        let (mut row, mut column) = (0, u64::from(!directed));
        for _ in 0..need {
            let six = self.six()?;
            for bit in (0..6).rev() {
                if six >> bit & 1 == 1 && row < nodes && column < nodes {
                    limit(nodes, edges.len() as u64 + 1)?;
                    edges.push([row as u32, column as u32]);
                }
                (row, column) = match directed {
                    true if column + 1 == nodes => (row + 1, 0),
                    true => (row, column + 1),
                    false if row + 1 == column => (0, column + 1),
                    false => (row + 1, column),
                };
            }
        }
        Graph::new(nodes, &edges, directed)
    }

    /// sparse6: pairs of a bit b and a number x: b steps to the next node; x ahead of it jumps there, else joins it.
    fn sparse(mut self) -> Result<Graph, Error> {
        let nodes = self.nodes()?;
        let width = u64::BITS - nodes.saturating_sub(1).leading_zeros();
        let mut bits = Vec::with_capacity((self.bytes.len() - self.at) * 6);
        while self.at < self.bytes.len() {
            let six = self.six()?;
            bits.extend((0..6).rev().map(|bit| six >> bit & 1));
        }
        let (mut edges, mut current) = (Vec::new(), 0);
        for pair in bits.chunks_exact(1 + width as usize) {
            current += pair[0];
            let x = pair[1..].iter().fold(0, |x, bit| x << 1 | bit);
            if current >= nodes || x >= nodes {
                break; // padding
            }
            if x > current {
                current = x;
            } else {
                limit(nodes, edges.len() as u64 + 1)?;
                edges.push([x as u32, current as u32]);
            }
        }
        Graph::new(nodes, &edges, false)
    }
}
