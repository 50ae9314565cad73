// What a drag over the pieces of a picture means. No game is known here: the server says what each move takes and where it leads.
import type { Touched } from "./types";

/** Whether a piece is that place or stands in it: stone `0:1.3` in pile `0:1`. */
const within = (piece: string, place: string) => piece === place || piece.startsWith(`${place}.`);

const moves = (touched: Touched[]) => [...new Set(touched.map((one) => one.move))];

/** The moves that a way over pieces may mean; none if it means nothing. */
export function dragged(touched: Touched[], way: string[]): number[] {
  const known = new Set(touched.flatMap((one) => [...one.taken, ...one.targets]));
  const first = way[0];
  const last = way[way.length - 1];
  if (first === undefined || last === undefined) return [];
  // Carried to a place: a token to a square, balls to a lower step. What was grabbed says how many.
  const carried = touched.filter((one) => one.taken.includes(first) && one.targets.some((target) => within(last, target)));
  const grabbed = carried.filter((one) => one.handles.includes(first));
  if (carried.length) return moves(grabbed.length ? grabbed : carried);
  const over = new Set(way.filter((piece) => known.has(piece)));
  if (over.size === 0) return [];
  // Drawn over exactly what is taken: two pins, the squares of a domino.
  const exact = touched.filter((one) => one.taken.length === over.size && one.taken.every((piece) => over.has(piece)));
  if (exact.length && over.size > 1) return moves(exact);
  // One piece pulled away: what it stands for.
  if (over.size === 1) return moves(touched.filter((one) => one.handles.some((piece) => over.has(piece))));
  return [];
}
