// Language and colours: chosen once, kept in the browser.
export type Language = "en" | "zh-Hant";
export type Theme = "auto" | "light" | "dark";

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

const firstLanguage = (): Language => {
  const chosen = kept("language");
  if (chosen === "en" || chosen === "zh-Hant") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-Hant" : "en";
};

const firstTheme = (): Theme => {
  const chosen = kept("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
};

class Prefs {
  #language = $state<Language>(firstLanguage());
  #theme = $state<Theme>(firstTheme());

  constructor() {
    this.#apply();
  }

  get language() {
    return this.#language;
  }

  set language(language: Language) {
    this.#language = language;
    keep("language", language);
    this.#apply();
  }

  get theme() {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    keep("theme", theme);
    this.#apply();
  }

  #apply() {
    const root = document.documentElement;
    root.lang = this.#language;
    root.classList.toggle("light", this.#theme === "light");
    root.classList.toggle("dark", this.#theme === "dark");
  }
}

export const prefs = new Prefs();
