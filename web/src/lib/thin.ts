// What a plot needs of many values. Where a column of pixels holds many positions, a block of them is drawn by one position for each
// value in it (for each of 4096 steps up to the largest value): a frame of a million values looks at a few ten thousand.

/** Positions a block; a block is drawn only where it is less than a column of pixels wide. */
const BLOCKS = [1024, 256, 64];
const STEPS = 4096;

/** The positions that stand for all, ascending. */
function thin(values: ArrayLike<number>, block: number): Uint32Array {
  let largest = 1;
  for (let n = 0; n < values.length; n++) if (values[n]! > largest) largest = values[n]!;
  const scale = Math.min(1, (STEPS - 1) / largest);
  /** The block that each step was last met in. */
  const met = new Int32Array(STEPS).fill(-1);
  const kept = new Uint32Array(values.length);
  let count = 0;
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!;
    if (value !== value) continue;
    const step = Math.floor(value * scale);
    const here = Math.floor(n / block);
    if (met[step] === here) continue;
    met[step] = here;
    kept[count++] = n;
  }
  return kept.slice(0, count);
}

/** The first place of `sorted` that holds `least` or more. */
function place(sorted: Uint32Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const made = new WeakMap<object, Map<number, Uint32Array>>();

/** The positions from `first` to `last` to draw where a column of pixels holds `dense` of them; nothing stands for all. */
export function positions(values: ArrayLike<number>, first: number, last: number, dense: number): Uint32Array | null {
  const block = BLOCKS.find((size) => size <= dense);
  if (block === undefined) return null;
  const levels = made.get(values) ?? new Map<number, Uint32Array>();
  made.set(values, levels);
  const kept = levels.get(block) ?? thin(values, block);
  levels.set(block, kept);
  return kept.subarray(place(kept, first), place(kept, last + 1));
}
