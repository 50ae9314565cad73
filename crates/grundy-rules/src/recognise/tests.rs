//! What is recognised and what is not.

use crate::check::check_file;
use crate::strategy::choose;
use crate::syntax::{Source, parse_file};
use crate::value::Val;

fn name(text: &str) -> String {
    let source = Source::new("test", text);
    let file = parse_file(&source).unwrap_or_else(|e| panic!("{e}"));
    let program = check_file(&source, &file).unwrap_or_else(|e| panic!("{e}"));
    let globals = vec![Some(Val::Int(2)); 0];
    choose(&program, 0, &globals).to_string()
}

#[test]
fn first() {
    for text in [
        "heap(B, S)  -> heap(B, s)                      for s in 0..S-1\nheap(B, S)  -> heap(b, s)                      for b in 0..B-1, s in (B-b)*2..",
        "heap(S, B)  -> heap(s, B)                      for s in 0..S-1\nheap(S, B)  -> heap(s, B-t)                      for t in 1..B, s in t*3..",
        "pile(n) -> pile(n-k)   for k in 1..n/2",
        "chip(x) -> chip(x - 2*k - 1) for k in 0..x",
        "chip(x) -> chip(x - k) for k in 1..x if k % 2 == 1",
        "chip(x) -> chip(x - k) for k in 1..x if k % 3 != 1",
        "chip(x, y) -> chip(x - 2*k - 1, y) for k in 0..x\nchip(x, y) -> chip(x, y-2*k - 1) for k in 0..y",
        "nim(n) -> nim(m) for m in 0..n-1",
        "nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)",
        "kayles(n) -> kayles(a) + kayles(n-k-a)   for k in 1..2, a in 0..n-k",
        "grundy(n)   -> grundy(a) + grundy(n-a)         for a in 1..n-1 if a < n-a",
        "grundy(n)   -> grundy(a) + grundy(n-a)         for a in 1..(n-1)/2",
        "pile(n) -> pile(m)               for m in 0..n-1\npile(n) -> pile(a) + pile(n-a)   for a in 1..n-1",
        "cycle(n) -> path(n-k) for k in 2..3\npath(n) -> path(a) + path(n-k-a) for k in 2..3, a in 0..n-k",
        "stairs(p) -> stairs(p with [i] -= k, [i-1] += k)   for i in 1..len(p)-1, k in 1..p[i]",
        "row(a) -> row([v] ++ a[1:])   if len(a) > 0 for v in 1..a[0]-1\nrow(a) -> row(a[1:])          if len(a) > 0",
        "strip(p) -> strip(p with [i] = t)   for i in 0..len(p)-1, t in low(p, i)..p[i]-1\nlet low(p, i) = if i == 0 then 1 else p[i-1] + 1",
        "strip(p) -> strip(p with [i] = t)   for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] + 1)..p[i]-1",
        "chip(x, y) -> (chip(x - 2*k - 1, y) | chip(x, y - 2*k - 1))   for k in 0..max(x, y)",
        "pile(n) -> pile(n - k^k)   for k in 1..7",
        "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]",
        "finite\nnim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+k) for k in 1..",
        "wythoff(x, y) -> (wythoff(x-k, y) | wythoff(x, y-k) | wythoff(x-k, y-k))   for k in 1..max(x, y)",
        "rook(x, y) -> (rook(x-k, y) | rook(x, y-k)) for k in 1..max(x, y)",
        "strip(n) -> strip(a) + strip(n-2-a)   for a in 0..n-2",
        "dawson(n) -> dawson(a) + dawson(n-a) for a in 2..n-2",
    ] {
        println!("{:30} {text}", name(text));
    }
}
