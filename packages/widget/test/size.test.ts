import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { languages } from '@cambio/wire/language/languages.ts'
import { colourNames, otherNames, propertyOf } from '@cambio/wire/theme/tokens.ts'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import otherWays from '../src/messages/otherWays.ts'

const widget = `${import.meta.dirname}/..`
const cardFrame = `${import.meta.dirname}/../../cards/frame`

afterEach(() => vi.unstubAllEnvs())

type Output = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]

async function outputOf(root: string): Promise<Output> {
  vi.stubEnv('NODE_ENV', 'production')
  const configFile = `${root}/vite.config.ts`
  const built = await build({ root, configFile, logLevel: 'error', build: { write: false } })
  return [built].flat().flatMap((each) => ('output' in each ? each.output : []))
}

/** The scripts of some names, with everything that they import; not what they may fetch later. */
function scriptsOf(output: Output, names: readonly string[]): string[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const files = new Set(
    [...chunks.values()].filter(({ name }) => names.includes(name)).map((file) => file.fileName),
  )
  for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported)
  return [...files].map((file) => chunks.get(file)?.code ?? '')
}

const stylesOf = (output: Output) =>
  output.flatMap((file) => ('source' in file && file.fileName.endsWith('.css') ? [file.source] : []))

/** A file of what one language says; each is fetched when it is wanted. */
function isOfLanguage(file: Output[number]): file is Rolldown.OutputChunk {
  return file.type === 'chunk' && /\/messages\/[a-z]+\/\w+\.json$/.test(file.facadeModuleId ?? '')
}

test('the first screen is at most 97.5 kB of script, 85.2 by Brotli, and 10 kB of style; its words are small files', async () => {
  const output = await outputOf(widget)
  const scripts = scriptsOf(output, ['index'])
  expect(gzipped(scripts)).toBeGreaterThan(60_000)
  expect(gzipped(scripts)).toBeLessThanOrEqual(97_500)
  expect(brotli(scripts)).toBeLessThanOrEqual(85_200)
  const styles = gzipped(stylesOf(output))
  expect(styles).toBeGreaterThan(1_000)
  expect(styles).toBeLessThanOrEqual(10_000)
  const style = stylesOf(output).map(String).join('')
  const properties = [...colourNames, ...otherNames].map(propertyOf)
  // A theme is promised that each of its tokens does something.
  expect(properties.filter((property) => !style.includes(`var(${property})`))).toEqual([])
  const words = output.filter(isOfLanguage)
  expect(words).toHaveLength(3 * (languages.length - 1))
  expect(Math.max(...words.map(({ code }) => gzipped([code])))).toBeLessThanOrEqual(6_100)
  // English comes in one file, for which nothing else has to be fetched before.
  expect(gzipped(scriptsOf(output, ['afterOpening']))).toBeLessThanOrEqual(7_600)

  const steps = scriptsOf(output, ['index', 'later'])
  expect(gzipped([...steps, ...scriptsOf(output, ['afterOpening'])])).toBeLessThanOrEqual(129_000)
  // These words come with the other ways, so no screen before them may say one.
  const said = new Set(steps.flatMap((code) => code.match(/[\w.]+(?=[`'"])/g) ?? []))
  expect(said).toContain('card.title')
  expect(Object.keys(otherWays).filter((key) => said.has(key))).toEqual([])
})

test('the card form is at most 8 kB of script and style; its words come in its page', async () => {
  const output = await outputOf(cardFrame)
  const form = [...scriptsOf(output, ['main']), ...stylesOf(output)]
  expect(gzipped(form)).toBeGreaterThan(5_000)
  expect(gzipped(form)).toBeLessThanOrEqual(8_000)
})

test('each asset of the build has its Brotli form beside it, so that the exchange compresses none', async () => {
  const assets = `${widget}/dist/assets`
  const names = await readdir(assets)
  const plain = names.filter((name) => !name.endsWith('.br'))
  expect(plain.length).toBeGreaterThan(90)
  expect(names.filter((name) => name.endsWith('.br'))).toEqual(plain.map((name) => `${name}.br`))
  const main = plain.find((name) => /^index-.*\.js$/.test(name)) ?? ''
  const prepared = await readFile(`${assets}/${main}.br`)
  expect(brotliDecompressSync(prepared)).toEqual(await readFile(`${assets}/${main}`))
})

const gzipped = (files: readonly (string | Uint8Array)[]) =>
  sum(files.map((file) => gzipSync(file, { level: 9 }).length))
const brotli = (files: readonly (string | Uint8Array)[]) =>
  sum(files.map((file) => brotliCompressSync(file).length))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
