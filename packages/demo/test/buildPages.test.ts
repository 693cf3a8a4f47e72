import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildPart, type Part } from '../src/buildPages.ts'

/** A part that this script builds, in a folder of its own, and what a person reads of it. */
async function openPart(script: (folder: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-part-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const command: Part['command'] = [process.execPath, '-e', script(folder)]
  const part: Part = { title: 'widget', command, stamp: join(folder, 'built') }
  const said: string[] = []
  const print = (sentence: string) => void said.push(sentence)
  const build = (hash: string, stopped = new AbortController().signal) =>
    buildPart({ part, hash, print, stopped })
  return { folder, stamp: part.stamp, said, build }
}

test('a part is built again where its sources are others than those it was last built of, and only then', async () => {
  const { folder, said, build } = await openPart(
    (folder) => `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'builds'))}, 'built ')`,
  )
  for (const hash of ['first', 'first', 'second', 'second']) await build(hash)
  expect(await readFile(join(folder, 'builds'), 'utf8')).toBe('built built ')
  expect(said).toEqual(['Building the widget…', 'Building the widget…'])
})

test('a part that cannot be built refuses the start with the reason, without its colours, and is built at the next one', async () => {
  const { stamp, said, build } = await openPart(
    () => String.raw`console.error('\x1b[31ma message is missing\x1b[0m'); process.exitCode = 1`,
  )
  for (let start = 0; start < 2; start += 1)
    await expect(build('first')).rejects.toThrow(
      /^The widget could not be built \(exit code 1\), so Cambio was not started\. Its build said:\na message is missing$/,
    )
  await expect(readFile(stamp)).rejects.toThrow('ENOENT')
  expect(said).toHaveLength(2)
})

test('a stop ends a build that runs, and begins none', async () => {
  const { stamp, build } = await openPart(() => 'setInterval(() => {}, 1000)')
  const stop = new AbortController()
  const building = build('first', stop.signal)
  setTimeout(() => stop.abort(), 100)
  await expect(building).rejects.toThrow('could not be built')
  await expect(build('first', stop.signal)).rejects.toThrow('could not be built')
  await expect(readFile(stamp)).rejects.toThrow('ENOENT')
})
