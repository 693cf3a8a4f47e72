import { defineConfig } from 'vite'

/** A page of React and one heading, among the widget's files: what `pnpm bench:widget` measures the widget beside. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: '../dist/assets',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/bare.tsx`,
      output: { entryFileNames: 'bare.js' },
    },
  },
})
