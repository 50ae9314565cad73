// How pictures inside the page are asked for: without their own style sheet, in the page's language, each with ids of its own.
import { prefs } from "./prefs.svelte";

export const pictureStyle = (id: string) => ({ standalone: false, id, language: prefs.language });
