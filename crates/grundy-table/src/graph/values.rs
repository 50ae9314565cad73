//! The value of every node.

use super::Network;
use crate::error::Error;
use grundy::Watch;

/// Not met yet, and on the way of the search. Values are far below: a node of value v has v edges, and nodes of all smaller values.
const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// No node.
const NONE: u32 = u32::MAX;

/// Steps between two looks at the watch.
const STRIDE: u64 = 1 << 16;

/// Nodes of a cycle that are named.
const SHOWN: usize = 8;

struct Search<'a> {
    network: &'a Network,
    values: Vec<u32>,
    /// For nodes on the way the node before, and the edge at hand.
    before: Vec<u32>,
    edge: Vec<u32>,
    stamps: Vec<u32>,
    round: u32,
    steps: u64,
}

impl Network {
    /// Calls `take` with the value of each node, in the order of the file, as soon as all nodes up to it are known.
    pub fn values(&self, watch: &Watch, take: &mut dyn FnMut(u32, u32) -> Result<(), Error>) -> Result<(), Error> {
        let nodes = self.nodes();
        let mut search = Search {
            network: self,
            values: vec![UNSEEN; nodes],
            before: vec![NONE; nodes],
            edge: vec![0; nodes],
            stamps: vec![0; 64],
            round: 0,
            steps: 0,
        };
        for node in 0..nodes as u32 {
            if search.values[node as usize] == UNSEEN {
                search.run(node, watch)?;
            }
            take(node, search.values[node as usize])?;
        }
        Ok(())
    }
}

impl Search<'_> {
    fn run(&mut self, root: u32, watch: &Watch) -> Result<(), Error> {
        let mut node = root;
        self.values[root as usize] = OPEN;
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(STRIDE) {
                watch.check(0, 0)?;
            }
            if let Some(next) = self.next(node)? {
                self.before[next as usize] = node;
                self.values[next as usize] = OPEN;
                node = next;
                continue;
            }
            self.values[node as usize] = self.mex(node);
            node = self.before[node as usize];
            if node == NONE {
                return Ok(());
            }
        }
    }

    /// The next target of a node that is not known.
    fn next(&mut self, node: u32) -> Result<Option<u32>, Error> {
        let (targets, edge) = (self.network.targets(node), &mut self.edge[node as usize]);
        while let Some(&target) = targets.get(*edge as usize) {
            match self.values[target as usize] {
                UNSEEN => return Ok(Some(target)),
                OPEN => return Err(self.cycle(node, target)),
                _ => *edge += 1,
            }
        }
        Ok(None)
    }

    fn mex(&mut self, node: u32) -> u32 {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.stamps.fill(0);
            self.round = 1;
        }
        for &target in self.network.targets(node) {
            let value = self.values[target as usize] as usize;
            if value >= self.stamps.len() {
                self.stamps.resize((value + 1).next_power_of_two(), 0);
            }
            self.stamps[value] = self.round;
        }
        self.stamps.iter().position(|&stamp| stamp != self.round).unwrap_or(self.stamps.len()) as u32
    }

    fn cycle(&self, last: u32, first: u32) -> Error {
        let mut nodes = vec![last];
        while nodes.last() != Some(&first) {
            nodes.extend(nodes.last().map(|&node| self.before[node as usize]));
        }
        nodes.reverse();
        let shown: String = nodes.iter().take(SHOWN).map(|&node| self.network.name(node) + " -> ").collect();
        let more = if nodes.len() > SHOWN { "… -> " } else { "" };
        let text = format!("the token can go round for ever: {shown}{more}{}", self.network.name(first));
        Error::Loopy(text)
    }
}
