import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // Three letters tell a component's classes from all others': what is sent grows with each of them.
    cssHash: ({ hash, css, filename }) => `s${hash(filename ?? css).slice(0, 4)}`,
  },
};
