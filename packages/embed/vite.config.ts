import { defineConfig } from 'vite'

/** The script for a page, which the exchange serves. The modules for those who bundle are `tsdown`'s. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist',
    target: 'es2022',
    lib: { entry: 'src/loader.ts', formats: ['iife'], name: 'Cambio', fileName: () => 'loader.js' },
  },
})
