import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildGuide } from '../src/buildGuide.ts'

/** Has this script build the guide. Answers what a person reads of it. */
async function saidOf(script: string, stopped = new AbortController().signal): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-guide-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'build.mjs')
  await writeFile(path, script)
  const said: string[] = []
  await buildGuide((sentence) => void said.push(sentence), stopped, path)
  return said
}

test('a guide that builds without errors is not reported', async () => {
  expect(await saidOf(`console.log('built')`)).toEqual([])
})

test('a guide that cannot be built is reported with the reason and with what still runs', async () => {
  const [first, why] = await saidOf(`throw new Error('a page is broken')`)
  expect(first).toMatch(/^The guide could not be built and is not shown; everything else runs\./)
  expect(why).toContain('a page is broken')
})

test('a stop ends the build at once, without a message', async () => {
  const stop = new AbortController()
  const said = saidOf('setInterval(() => {}, 1000)', stop.signal)
  setTimeout(() => stop.abort(), 100)
  expect(await said).toEqual([])
})
