//! Games on graphs that come from files: `nodekayles("g.txt")`, `arckayles("g.dot")`, `hackenbush("g.txt")`,
//! `digraph("g.txt", "node")`. After a move the second argument lists what is left: nodes, or for Hackenbush the numbers of the
//! edges in the order of the file, counted from 0.

use super::{Failed, Files, Native, ask, integer};
use crate::lock::lock;
use crate::shape::{Network, Shape};
use crate::value::Val;
use grundy::Watch;
use grundy::boards::{ArcKayles, Board, Digraph, Hackenbush, NodeKayles, Set};
use grundy::graph::{Format, Graph, parse};
use grundy::solve::{self, Approach, Solver};
use hashbrown::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    NodeKayles,
    ArcKayles,
    Hackenbush,
    Digraph,
}

/// A game on graphs, with the graphs that were read.
#[derive(Debug)]
pub(super) struct OnGraph {
    kind: Kind,
    files: Mutex<HashMap<String, Arc<Field>>>,
}

/// A graph with what is known of the game on it.
#[derive(Debug)]
struct Field {
    graph: Arc<Graph>,
    play: Play,
}

#[derive(Debug)]
enum Play {
    Nodes(Mutex<Solver<NodeKayles>>),
    Arcs(Mutex<Solver<ArcKayles>>),
    Edges(Hackenbush),
    Token(Mutex<Solver<Digraph>>),
}

impl OnGraph {
    pub(super) fn new(kind: Kind) -> Self {
        OnGraph { kind, files: Mutex::default() }
    }

    /// The graph of a file, read when it is named first.
    fn load(&self, path: &str, files: Option<&dyn Files>) -> Result<Arc<Field>, String> {
        if let Some(known) = lock(&self.files).get(path) {
            return Ok(known.clone());
        }
        let files = files.ok_or("files cannot be read here")?;
        let bytes = files.read(path)?;
        let directed = self.kind == Kind::Digraph;
        let named = |error: &dyn Display| format!("{path}: {error}");
        let graph = parse(&bytes, Format::detect(path, &bytes), directed).map_err(|error| named(&error))?;
        let play = self.play(&graph).map_err(|error| named(&error))?;
        let field = Arc::new(Field { play, graph: Arc::new(graph) });
        lock(&self.files).insert(path.to_owned(), field.clone());
        Ok(field)
    }

    fn play(&self, graph: &Graph) -> Result<Play, grundy::boards::Error> {
        let pruned = Approach::Questions;
        Ok(match self.kind {
            Kind::NodeKayles => Play::Nodes(Mutex::new(Solver::new(NodeKayles::new(graph)?).with_approach(pruned))),
            Kind::ArcKayles => Play::Arcs(Mutex::new(Solver::new(ArcKayles::new(graph)?).with_approach(pruned))),
            Kind::Hackenbush => Play::Edges(Hackenbush::new(graph)?),
            Kind::Digraph => Play::Token(Mutex::new(Solver::new(Digraph::new(graph)))),
        })
    }

    /// The graph of a position that was read before.
    fn field(&self, position: &[Val]) -> Option<Arc<Field>> {
        let path = text(position.first()?)?;
        lock(&self.files).get(&path).cloned()
    }
}

impl Field {
    /// How many nodes or edges there are to choose from.
    fn bound(&self) -> usize {
        match self.play {
            Play::Edges(_) => self.graph.edges().len(),
            _ => self.graph.names().len(),
        }
    }

    /// The set that the second argument lists; all without it.
    fn set(&self, args: &[Val]) -> Result<Set, String> {
        match args {
            [_] => Ok(Set::full(self.bound())),
            [_, Val::List(list)] => {
                let mut set = Set::empty(self.bound());
                for item in list.items() {
                    set.insert(self.element(item)? as usize);
                }
                Ok(set)
            }
            _ => Err("after the file comes the list of what is left".into()),
        }
    }

    fn element(&self, item: &Val) -> Result<u32, String> {
        if let Play::Edges(_) = self.play {
            let number = integer(item).and_then(|n| u32::try_from(n).ok());
            let known = number.filter(|&n| (n as usize) < self.bound());
            return known.ok_or_else(|| {
                format!("there is no edge {item}: they are counted from 0 to {}", self.bound().saturating_sub(1))
            });
        }
        self.node(item)
    }

    fn node(&self, item: &Val) -> Result<u32, String> {
        let name = text(item).or_else(|| integer(item).map(|n| n.to_string()));
        name.and_then(|name| self.graph.node(&name)).ok_or_else(|| format!("the graph has no node {item}"))
    }

    /// A position as it is written.
    fn write(&self, path: &Val, set: &Set) -> Vec<Val> {
        if set.len() == self.bound() {
            return vec![path.clone()];
        }
        let element = |n: usize| match self.play {
            Play::Edges(_) => Val::Int(n as i128),
            _ => self.node_name(n as u32),
        };
        let list = Val::list(set.iter().map(element).collect::<Vec<_>>());
        [path.clone()].into_iter().chain(list).collect()
    }

    /// A position as nodes and edges.
    fn network(&self, position: &[Val]) -> Option<Network> {
        let (nodes, ends) = (self.graph.names().len(), self.graph.edges());
        let whole = Network {
            graph: self.graph.clone(),
            nodes: vec![true; nodes],
            edges: vec![true; ends.len()],
            token: None,
            ground: None,
        };
        if let Play::Token(_) = self.play {
            return Some(Network { token: Some(self.node(position.get(1)?).ok()?), ..whole });
        }
        let set = self.set(position).ok()?;
        if let Play::Edges(game) = &self.play {
            let edges: Vec<bool> = (0..ends.len()).map(|edge| set.contains(edge)).collect();
            let mut nodes = vec![false; nodes];
            nodes.iter_mut().skip(game.ground()).take(1).for_each(|ground| *ground = true);
            for (&[a, b], _) in ends.iter().zip(&edges).filter(|(_, left)| **left) {
                (nodes[a as usize], nodes[b as usize]) = (true, true);
            }
            return Some(Network { nodes, edges, ground: Some(game.ground() as u32), ..whole });
        }
        let nodes: Vec<bool> = (0..nodes).map(|node| set.contains(node)).collect();
        let edges = ends.iter().map(|&[a, b]| nodes[a as usize] && nodes[b as usize]).collect();
        Some(Network { nodes, edges, ..whole })
    }

    fn name_of(&self, node: u32) -> &str {
        &self.graph.names()[node as usize]
    }

    /// A node as it is written: a number where its name is one.
    fn node_name(&self, node: u32) -> Val {
        let name = self.name_of(node);
        let number = name.parse::<u64>().ok().filter(|number| number.to_string() == name);
        number.map_or_else(|| Val::text(name), |number| Val::Int(number.into()))
    }

    fn options(&self, set: &Set, mut visit: impl FnMut(Set) -> ControlFlow<()>) -> ControlFlow<()> {
        let all = match &self.play {
            Play::Nodes(solver) => lock(solver).game().plain_moves(set),
            Play::Arcs(solver) => lock(solver).game().plain_moves(set),
            Play::Edges(game) => return game.visit_moves(set, visit),
            Play::Token(_) => Vec::new(),
        };
        all.into_iter().try_for_each(&mut visit)
    }

    fn token_value(&self, solver: &Mutex<Solver<Digraph>>, node: u32, watch: &Watch) -> Result<u64, Failed> {
        let mut solver = lock(solver);
        solver.set_watch(watch.clone());
        solver.value(&node).map_err(|error| match error {
            solve::Error::Cycle(nodes) => Failed::Loopy(self.cycle(&nodes)),
            other => Failed::from(other),
        })
    }

    fn cycle(&self, nodes: &[u32]) -> String {
        let shown = nodes.iter().take(8).map(|&node| self.name_of(node).to_owned() + " -> ").collect::<String>();
        let more = if nodes.len() > 8 { "… -> " } else { "" };
        let first = nodes.first().map_or("", |&node| self.name_of(node));
        format!("the token can go round for ever: {shown}{more}{first}")
    }
}

fn text(value: &Val) -> Option<String> {
    match value {
        Val::Text(text) => Some(text.chars().collect()),
        _ => None,
    }
}

impl Native for OnGraph {
    fn name(&self) -> &str {
        match self.kind {
            Kind::NodeKayles => "nodekayles",
            Kind::ArcKayles => "arckayles",
            Kind::Hackenbush => "hackenbush",
            Kind::Digraph => "digraph",
        }
    }

    fn usage(&self) -> &str {
        match self.kind {
            Kind::NodeKayles => "`nodekayles(\"file\")`",
            Kind::ArcKayles => "`arckayles(\"file\")`",
            Kind::Hackenbush => "`hackenbush(\"file\")`",
            Kind::Digraph => "`digraph(\"file\", \"node\")`",
        }
    }

    fn read(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String> {
        let path = args.first().ok_or("the name of a file is missing")?;
        let name = text(path).ok_or("the name of a file is a text")?;
        let field = self.load(&name, files)?;
        if self.kind == Kind::Digraph {
            let [_, node] = args else { return Err("a position of a digraph is a file and a node".into()) };
            return Ok(vec![vec![path.clone(), field.node_name(field.node(node)?)]]);
        }
        let set = field.set(args)?;
        Ok(vec![field.write(path, &set)])
    }

    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()> {
        let (Some(field), Some(path)) = (self.field(position), position.first()) else { return ControlFlow::Break(()) };
        if let (Play::Token(solver), Some(Ok(node))) = (&field.play, position.get(1).map(|node| field.node(node))) {
            let next = lock(solver).game().targets(node).to_vec();
            return next.iter().try_for_each(|&node| visit(&[vec![path.clone(), field.node_name(node)]]));
        }
        let Ok(set) = field.set(position) else { return ControlFlow::Break(()) };
        field.options(&set, |left| visit(&[field.write(path, &left)]))
    }

    fn ends(&self) -> bool {
        self.kind != Kind::Digraph
    }

    fn value(&self, position: &[Val], watch: &Watch) -> Result<u64, Failed> {
        let field = self.field(position).ok_or_else(|| Failed::Wrong("the file was not read".into()))?;
        if let Play::Token(solver) = &field.play {
            let node = position.get(1).ok_or_else(|| Failed::Wrong("the node is missing".into()))?;
            return field.token_value(solver, field.node(node).map_err(Failed::Wrong)?, watch);
        }
        let set = field.set(position).map_err(Failed::Wrong)?;
        match &field.play {
            Play::Nodes(solver) => ask(solver, &set, watch, |solver, sum| solver.sum_value(sum)),
            Play::Arcs(solver) => ask(solver, &set, watch, |solver, sum| solver.sum_value(sum)),
            Play::Edges(game) => Ok(game.value(&set)),
            Play::Token(_) => Ok(0),
        }
    }

    fn is_value(&self, position: &[Val], value: u64, watch: &Watch) -> Result<bool, Failed> {
        let field = self.field(position).ok_or_else(|| Failed::Wrong("the file was not read".into()))?;
        let set = || field.set(position).map_err(Failed::Wrong);
        match &field.play {
            Play::Nodes(solver) => ask(solver, &set()?, watch, |solver, sum| solver.is_value(sum, value)),
            Play::Arcs(solver) => ask(solver, &set()?, watch, |solver, sum| solver.is_value(sum, value)),
            Play::Edges(_) | Play::Token(_) => Ok(self.value(position, watch)? == value),
        }
    }

    fn strategy(&self) -> &str {
        match self.kind {
            Kind::NodeKayles | Kind::ArcKayles => "pruned search",
            Kind::Hackenbush => "colon and fusion",
            Kind::Digraph => "memo search",
        }
    }

    fn shape(&self, _position: &[Val]) -> Option<Shape> {
        Some(Shape::Graph)
    }

    fn network(&self, position: &[Val]) -> Option<Network> {
        self.field(position)?.network(position)
    }

    fn all(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<(String, Vec<Val>)>, String> {
        let ([path], Kind::Digraph) = (args, self.kind) else {
            return Err(format!(
                "a table of `{}` needs a position; only `digraph(\"file\")` has one for every node",
                self.name()
            ));
        };
        let name = text(path).ok_or("the name of a file is a text")?;
        let field = self.load(&name, files)?;
        let nodes = 0..field.graph.names().len() as u32;
        let position = |node| (field.name_of(node).to_owned(), vec![path.clone(), field.node_name(node)]);
        Ok(nodes.map(position).collect())
    }
}
