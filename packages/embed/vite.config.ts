import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

/** The script for a page, which the exchange serves. The modules for those who bundle are `tsdown`'s. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [compactSheet(), printedHash()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A page reads `mount` alone of it.
    rolldownOptions: { output: { generatedCode: { symbols: false } } },
    lib: { entry: 'src/loader.ts', formats: ['iife'], name: 'Cambio', fileName: () => 'loader.js' },
  },
})

/** Takes the line breaks and spaces that nobody reads out of the style sheet, which is a text of `sheets.ts`. */
function compactSheet(): Plugin {
  return {
    name: 'compact-sheet',
    transform: (code, id) =>
      id.endsWith('/src/sheets.ts')
        ? code.replaceAll(/`[^`]*`/g, (css) =>
            css.replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};,!]) ?|(?<=[:`]) /g, '$1'),
          )
        : null,
  }
}

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
