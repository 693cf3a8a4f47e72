import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './compiledMessages.ts'
import { base, css } from './vite.config.ts'

/** What the exchange runs of the widget to write its page, in one folder with all that it needs. */
export default defineConfig({
  root: import.meta.dirname,
  base,
  css,
  plugins: [react(), compiledMessages()],
  publicDir: false,
  // Else it would have all of React for developers in it, too, and run that.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/opening/firstScreen.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    minify: true,
    target: 'node24',
  },
})
