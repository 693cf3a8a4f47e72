import { defineConfig } from 'vite'

/** Two builds: the script for a page (`vite build`), and modules for those who bundle (`vite build --mode modules`). */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist',
    target: 'es2022',
    emptyOutDir: mode !== 'modules',
    lib:
      mode === 'modules'
        ? { entry: { index: 'src/index.ts', react: 'src/react.tsx' }, formats: ['es'] }
        : { entry: 'src/loader.ts', formats: ['iife'], name: 'Cambio', fileName: () => 'loader.js' },
    rolldownOptions: { external: /^react/ },
  },
}))
