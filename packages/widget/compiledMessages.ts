import { pathToFileURL } from 'node:url'
import { compileCatalogue, type Catalogue } from '@cambio/wire/language/compileCatalogue.ts'
import type { Plugin } from 'vite'

const folder = `${import.meta.dirname}/src/messages/`

/** Compiles each file of words: those of translators, and the English modules, which are data alone. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    async transform(code, id) {
      const [path = ''] = id.split('?')
      if (!path.startsWith(folder)) return null
      if (path.endsWith('.json')) return JSON.stringify(compileCatalogue(JSON.parse(code) as Catalogue))
      return /\/(?:english|opening)\.ts$/.test(path) ? englishOf(path) : null
    },
  }
}

/** Read anew each time: while the widget is written, its words change. */
async function englishOf(path: string): Promise<string> {
  const module = (await import(`${pathToFileURL(path).href}?${Date.now()}`)) as Record<string, Catalogue>
  return Object.entries(module)
    .map(([name, words]) => {
      const compiled = JSON.stringify(compileCatalogue(words))
      return name === 'default' ? `export default ${compiled}` : `export const ${name} = ${compiled}`
    })
    .join('\n')
}
