import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { exchangeLinks } from './exchangeLinks.ts'
import { hydrateOnFirstUse } from './hydrateOnFirstUse.ts'
import { searchOptions } from './search.ts'
import { sidebar } from './sidebar.ts'

// The exchange's policy lets no style stand in a page's own text: what colours code is a file of classes.
const codeColours = transformerStyleToClass({ classPrefix: 'code-' })

/** The guide, which the exchange serves at `/guide/` with nothing from any other host. */
export default defineConfig({
  lang: 'en',
  title: 'Cambio',
  titleTemplate: ':title · Cambio guide',
  description: 'How to sell coins on your own page with Cambio, and how to run it.',
  base: '/guide/',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: true,
  // The exchange's policy does not let the switch from light to dark add a style of its own.
  appearance: { disableTransition: false },
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/guide/icon.svg' }],
    ['link', { rel: 'stylesheet', href: '/guide/code.css' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeColours],
    config: exchangeLinks,
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    siteTitle: 'Cambio',
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { miniSearch: searchOptions } },
    nav: [
      { text: 'Guide', link: '/', activeMatch: '^/' },
      { text: 'API reference', link: '/docs', target: '_self' },
    ],
    externalLinkIcon: false,
  },
  // What the theme says in a style of the page's own text, its style sheet says as well.
  transformHtml: (html) =>
    hydrateOnFirstUse(html.replaceAll(/ style="(?:--vp-vh:0px;|position:relative;)"/g, '')),
  async buildEnd({ outDir }) {
    await writeFile(join(outDir, 'code.css'), codeColours.getCSS())
  },
})
