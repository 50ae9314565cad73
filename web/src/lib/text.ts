/** Control characters, and those that hide or reorder what stands beside them, as symbols. */
export function shown(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/\u007f/g, "\u2421")
    .replace(/[\u0080-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\ufffd");
}

/** A long text with its middle left out. */
export function short(text: string, most = 64): string {
  const clean = shown(text);
  return clean.length <= most ? clean : `${clean.slice(0, most / 2 - 1)}…${clean.slice(-(most / 2 - 1))}`;
}

/** A move as it is written. */
export const written = (move: { from: string; to: string[] }) => `${move.from} → ${move.to.join(" + ") || "0"}`;

/** `L=1, R=3` as the params of a question; what is no such pair is left for the server to refuse. */
export function params(text: string): Record<string, string> {
  const pairs = text.split(/[,;\s]+/).filter(Boolean).map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** Saves bytes or text as a file of the person's. */
export function save(name: string, content: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** An SVG as a PNG of twice its size. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve));
  } finally {
    URL.revokeObjectURL(url);
  }
}
