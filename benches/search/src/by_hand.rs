//! The memo search as one writes it for a single game: a hash table, a recursive function, a set of bits for the mex.

use hashbrown::HashMap;

type Memo<P> = HashMap<P, u32, foldhash::fast::RandomState>;

/// Bits enough for the values of Wythoff's game up to 1000 and of Chomp up to 12.
type Seen = [u64; 64];

fn mex(seen: &Seen) -> u32 {
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    full as u32 * 64 + seen[full].trailing_ones()
}

/// A call stack deep enough for the recursion.
fn with_deep_stack(work: impl FnOnce() -> u32 + Send) -> Result<u64, std::io::Error> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, work)?;
        thread.join().map(u64::from).map_err(|_| std::io::Error::other("the search panicked"))
    })
}

/// Two heaps below 2^16 in one word.
pub fn word(x: u32, y: u32) -> u32 {
    x << 16 | y
}

/// The heaps of a word.
pub fn heaps(word: u32) -> (u32, u32) {
    (word >> 16, word & 0xffff)
}

pub fn wythoff(x: u32, y: u32) -> Result<u64, std::io::Error> {
    fn value(x: u32, y: u32, memo: &mut Memo<u32>) -> u32 {
        if let Some(&value) = memo.get(&word(x, y)) {
            return value;
        }
        let mut seen: Seen = [0; 64];
        let mut see = |value: u32| seen[value as usize / 64] |= 1 << (value % 64);
        for k in 1..=x {
            see(value(x - k, y, memo));
        }
        for k in 1..=y {
            see(value(x, y - k, memo));
        }
        for k in 1..=x.min(y) {
            see(value(x - k, y - k, memo));
        }
        let result = mex(&seen);
        memo.insert(word(x, y), result);
        result
    }
    with_deep_stack(|| value(x, y, &mut Memo::default()))
}

pub fn chomp(rows: u32, columns: u32) -> Result<u64, std::io::Error> {
    fn transpose(path: u64) -> u64 {
        (!path).reverse_bits().checked_shr(path.leading_zeros()).unwrap_or(0)
    }
    fn value(path: u64, memo: &mut Memo<u64>) -> u32 {
        let path = path >> path.trailing_ones();
        let path = path.min(transpose(path));
        if let Some(&value) = memo.get(&path) {
            return value;
        }
        let mut seen: Seen = [0; 64];
        let length = 64 - path.leading_zeros();
        for column in (0..length).filter(|&bit| path >> bit & 1 == 0) {
            let (mut above, mut bitten) = (path >> column << column, 0);
            while above != 0 {
                let row = above.trailing_zeros();
                above &= above - 1;
                bitten += 1;
                if column > 0 || above != 0 {
                    let segment = (2_u64 << row).wrapping_sub(1 << column);
                    let option = value(path & !segment | ((1 << bitten) - 1) << column, memo);
                    seen[option as usize / 64] |= 1 << (option % 64);
                }
            }
        }
        let result = mex(&seen);
        memo.insert(path, result);
        result
    }
    let path = (0..rows).fold(0, |path, row| path | 1 << (row + columns));
    with_deep_stack(|| value(path, &mut Memo::default()))
}
