import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

/** The script for a page, which the exchange serves. The modules for those who bundle are `tsdown`'s. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [printedHash()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    lib: { entry: 'src/loader.ts', formats: ['iife'], name: 'Cambio', fileName: () => 'loader.js' },
  },
})

/** Says which hash a page pins the script with. */
function printedHash(): Plugin {
  return {
    name: 'printed-hash',
    writeBundle(_, bundle) {
      const script = bundle['loader.js']
      if (script?.type !== 'chunk') return
      this.info(`loader.js integrity="sha384-${createHash('sha384').update(script.code).digest('base64')}"`)
    },
  }
}
