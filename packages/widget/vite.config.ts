import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The page and its assets, named by their content. The exchange serves `index.html` at the widget's addresses and
 * the assets under `/widget/`; nothing is inlined, because the page's policy allows scripts and styles from files only.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/widget/',
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_url, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    cssCodeSplit: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
})
