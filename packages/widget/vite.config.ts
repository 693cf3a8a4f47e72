import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { standardCss } from '@cambio/wire/theme/themeCss.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSOptions, type Plugin } from 'vite'
import { compiledMessages } from './compiledMessages.ts'
import { lessLingui } from './lessLingui.ts'
import { messageFaults } from './messageFaults.ts'

/** Where the exchange serves all of this. */
export const base = '/widget/'

export const css: CSSOptions = {
  modules: {
    // No two style files have one name, so that of the file tells a class apart; it is shorter than a hash.
    generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}`,
  },
}

/**
 * The page and its assets, named by their content. The exchange serves `index.html` at the widget's addresses and
 * the assets under `/widget/`; nothing is inlined, because the page's policy allows scripts and styles from files only.
 */
export default defineConfig({
  root: import.meta.dirname,
  base,
  css,
  plugins: [
    react(),
    tokensInTheme(),
    drawingsInTheme(),
    wholeCatalogues(),
    compiledMessages(),
    plainImports(),
    noInfiniteQueries(),
    lessReact(),
    lessLingui(),
    freshAddresses(),
    compressedBeside(),
  ],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // The page is one script, and what comes later depends on nothing that is not there by then.
    modulePreload: false,
    cssCodeSplit: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
})

/** Nothing is built while a language lacks a message, or fills one in otherwise than English does. */
function wholeCatalogues(): Plugin {
  return {
    name: 'whole-catalogues',
    async buildStart() {
      const faults = await messageFaults()
      if (faults.length > 0) this.error(faults.join('\n'))
    },
  }
}

/**
 * Browsers remember for the life of a page that an address could not be imported. So every import made later is of an
 * address with a suffix, which `fetchPart` changes after a failure.
 */
function freshAddresses(): Plugin {
  return {
    name: 'fresh-addresses',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replaceAll(
            /import\(([`"'])(\.\/[^`"']+)\1\)/g,
            'import($1$2$1+globalThis.partSuffix)',
          )
    },
  }
}

/** Puts the standard value of every token before the style sheet that is made of them. */
function tokensInTheme(): Plugin {
  return {
    name: 'tokens-in-theme',
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0]?.endsWith('/src/theme.css') ? standardCss() + code : null),
  }
}

/** Adds the drawings of coins and networks to the style, each as an image of its own: one request less than a sprite. */
function drawingsInTheme(): Plugin {
  return {
    name: 'drawings-in-theme',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/src/theme.css')) return null
      const sprite = join(import.meta.dirname, 'src/ui/coins.svg')
      this.addWatchFile(sprite)
      return code + drawingsCss(await readFile(sprite, 'utf8'))
    },
  }
}

function drawingsCss(sprite: string): string {
  const symbols = Array.from(sprite.matchAll(/<symbol ([^>]*?) id="(\w+)" ([^>]*)>(.*?)<\/symbol>/g))
  const rules = symbols.map(([, style, name, box, shapes]) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${style} ${box}>${shapes}</svg>`
    const data = svg.replaceAll('"', "'").replaceAll(/[<>#]/g, encodeURIComponent)
    return `[data-drawing='${name}']{background-image:url("data:image/svg+xml,${data}")}`
  })
  return rules.join('\n')
}

/** Nothing is fetched ahead of a part that comes later, so its import needs none of the code that would do that. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/** The widget has no list that grows page by page, and every query would bring what fetches the pages of one. */
function noInfiniteQueries(): Plugin {
  return {
    name: 'no-infinite-queries',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/query-core/build/modern/infiniteQueryBehavior.js')
        ? `const refuse = () => { throw new Error('This build has no infinite queries') }
           export { refuse as hasNextPage, refuse as hasPreviousPage, refuse as infiniteQueryBehavior }`
        : null,
  }
}

/** React is one object, of which a build keeps everything. A file that uses what is left out does not build. */
function lessReact(): Plugin {
  const unused =
    `Children PureComponent addTransitionType cache cacheSignal cloneElement createElement createRef forwardRef
    isValidElement lazy memo startTransition unstable_useCacheRefresh useActionState useDebugValue useImperativeHandle
    useInsertionEffect useOptimistic useReducer useTransition`.split(/\s+/)
  const names = unused.join('|')
  const used = new RegExp(
    `\\{[^}]*\\b(?:${names})\\b[^}]*\\} from ['"]react['"]|\\bReact\\d*\\.(?:${names})\\b`,
  )
  return {
    name: 'less-react',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/react/cjs/react.production.js')) {
        if (used.test(code)) this.error(`${id} uses what is left out of React here`)
        return null
      }
      return unused.reduce((react, name) => {
        const less = react.replace(
          new RegExp(`exports\\.${name} = (?:\\w+;|function .*\\{\\};|function [^]*?\n\\};)\n`),
          '',
        )
        if (less === react) this.error(`React has no ${name} that could be left out`)
        return less
      }, code)
    },
  }
}

/** Writes each asset compressed beside itself, as the exchange sends it: that takes too long to be done at a start. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      const compress = async (name: string) => {
        const body = await readFile(join(assets, name))
        await writeFile(join(assets, `${name}.br`), await promisify(brotliCompress)(body))
      }
      await Promise.all((await readdir(assets)).map(compress))
    },
  }
}
