// The whole state of a view stands behind the # of the address, so that it can be shared and restored.

import { short } from "./text";

export type View = "play" | "explore" | "rules" | "graph" | "learn";
export const VIEWS: View[] = ["play", "explore", "rules", "graph", "learn"];

function read(): { view: View; query: URLSearchParams; wrong: string } {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const known = VIEWS.find((view) => view === path);
  return { view: known ?? "play", query: new URLSearchParams(query), wrong: known || path === "" ? "" : path };
}

class Route {
  #state = $state.raw(read());
  /** The address this page wrote last: it needs no restoring. */
  #own = location.hash;

  constructor() {
    addEventListener("hashchange", () => {
      if (location.hash !== this.#own) {
        this.#own = location.hash;
        this.#state = read();
      }
    });
  }

  get view() {
    return this.#state.view;
  }

  /** What the view is to show, new whenever the address is changed from outside or by a link. */
  get query() {
    return this.#state.query;
  }

  get wrong() {
    return this.#state.wrong;
  }

  /** Writes down what the view shows, without a step in the browser's history. */
  write(view: View, query: URLSearchParams) {
    const hash = link(view, query);
    if (view !== this.view || hash === location.hash) return;
    this.#own = hash;
    history.replaceState(null, "", hash);
  }

  go(view: View, query = new URLSearchParams()) {
    location.hash = link(view, query);
  }
}

export function link(view: View, query: URLSearchParams | Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

/** What a view does not know of a query: it cannot be restored. */
export const left = (query: URLSearchParams, known: string[]): string[] =>
  [...new Set(query.keys())].filter((key) => !known.includes(key)).map((key) => `${key}=${short(query.get(key) ?? "", 40)}`);

/** Files of an address: an object from names to texts. */
export function filesOf(text: string | null, lost: string[]): Record<string, string> {
  if (text === null) return {};
  try {
    const files: unknown = JSON.parse(text);
    if (files && typeof files === "object" && Object.values(files).every((one) => typeof one === "string")) return files as Record<string, string>;
  } catch {
    // Told below.
  }
  lost.push("files");
  return {};
}

export const route = new Route();
