import { defineConfig } from 'vite'

/** One script with its style, and one small module a language, named by content so that they never go stale. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/fields/',
  publicDir: false,
  build: {
    outDir: '../dist/frame',
    emptyOutDir: true,
    manifest: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      input: `${import.meta.dirname}/main.ts`,
    },
  },
})
