import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFrame } from './BuiltFrame.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'card-frame-'))
  const configFile = join(import.meta.dirname, '../../frame/vite.config.ts')
  await build({ configFile, logLevel: 'error', build: { outDir: directory } })
})

afterAll(() => rm(directory, { recursive: true }))

test('a buyer fetches at most 8 kB of script and style', async () => {
  const { script, assets } = readFrame(directory)
  const sent = await assets.get(script.replace('/fields/assets/', ''))?.gzip()
  expect(sent?.byteLength ?? Infinity).toBeLessThanOrEqual(8_000)
})

test('nothing in the build evaluates text as code, which the page forbids', () => {
  for (const { plain } of readFrame(directory).assets.values()) {
    expect(Buffer.from(plain).toString()).not.toMatch(
      /\beval\(|\bFunction\(|\.innerHTML|insertAdjacentHTML|document\.write/,
    )
  }
})

test('a platform whose fields were never built does not start, and says what to do', () => {
  expect(() => readFrame('/nonexistent')).toThrow(StartRefused)
  expect(() => readFrame('/nonexistent')).toThrow('pnpm build')
})
