import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The licences of what is in the bundle, in a file beside it. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/").replace(/^\0/, ""))?.[0];
        if (folder && existsSync(`${folder}/package.json`)) folders.add(folder);
      }
      const texts = [...folders].map((folder) => {
        const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
        const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
        if (!file) throw new Error(`${name} has no licence file`);
        return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.sort().join("\n---\n\n") });
    },
  };
}

// Names without a hash: the bundle is committed, and the server tells browsers to ask whether a file has changed.
export default defineConfig({
  plugins: [svelte(), licences()],
  base: "./",
  build: {
    outDir: "../crates/grundy-serve/assets",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8017", "/pictures.css": "http://127.0.0.1:8017" } },
});
