import { gzipSync } from 'node:zlib'
import { languages } from '@cambio/wire/language/languages.ts'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'

const widget = `${import.meta.dirname}/..`

afterEach(() => vi.unstubAllEnvs())

/** Everything the first screen waits for: the page's script with what it imports, and the style sheet. */
async function firstScreen(): Promise<{ scripts: number; styles: number; words: number[] }> {
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    root: widget,
    configFile: `${widget}/vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = new Map(
    output
      .filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  )
  const firstScreenChunks = new Set(
    [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  )
  for (const name of firstScreenChunks)
    for (const imported of chunks.get(name)?.imports ?? []) firstScreenChunks.add(imported)
  const styles = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  return {
    scripts: sum([...firstScreenChunks].map((name) => gzipped(chunks.get(name)?.code ?? ''))),
    styles: sum(styles.map((file) => gzipped('source' in file ? file.source : ''))),
    words: [...chunks.values()].filter(isOfLanguage).map(({ code }) => gzipped(code)),
  }
}

/** A file of what one language says; each is fetched when it is wanted. */
function isOfLanguage({ facadeModuleId }: Rolldown.OutputChunk): boolean {
  return /\/messages\/(?:[a-z]+\/\w+\.json|purchase\.ts|order\.ts)$/.test(facadeModuleId ?? '')
}

test('the first screen is at most 99 kB of script and 10 kB of style, a file of words 6 kB', async () => {
  const { scripts, styles, words } = await firstScreen()
  expect(scripts).toBeGreaterThan(60_000)
  expect(scripts).toBeLessThanOrEqual(99_000)
  expect(styles).toBeGreaterThan(1_000)
  expect(styles).toBeLessThanOrEqual(10_000)
  expect(words).toHaveLength(2 + 3 * (languages.length - 1))
  expect(Math.max(...words)).toBeLessThanOrEqual(6_000)
})

const gzipped = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
