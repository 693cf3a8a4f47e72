import { createGunzip, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flushedGzip } from './flushedGzip.ts'

/** What can be read of a gzip stream after each of its parts. */
async function readPartly(parts: readonly Uint8Array[]): Promise<string[]> {
  const gunzip = createGunzip()
  const read: Buffer[] = []
  gunzip.on('data', (data: Buffer) => read.push(data))
  const after: string[] = []
  for (const part of parts) {
    await new Promise((resolve) => gunzip.write(part, resolve))
    after.push(Buffer.concat(read).toString())
  }
  gunzip.destroy()
  return after
}

test('each text can be read as soon as it is there, and all of them are one gzip stream', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constant('the same line. '.repeat(900)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), async (texts) => {
      const gzip = flushedGzip()
      const parts = texts.map((each) => gzip.add(each))
      const sums = texts.map((_each, index) => texts.slice(0, index + 1).join(''))
      expect(await readPartly(parts)).toEqual(sums)
      expect(gunzipSync(Buffer.concat([...parts, gzip.end()])).toString()).toBe(texts.join(''))
    }),
    { numRuns: 30 },
  )
})

test('a text that repeats an earlier one is a few bytes', () => {
  const gzip = flushedGzip()
  const status = JSON.stringify(Array.from({ length: 200 }, (_each, index) => ({ index, at: index ** 3 })))
  expect(gzip.add(`1${status}`).length).toBeGreaterThan(500)
  expect(gzip.add(`2${status}`).length).toBeLessThan(100)
})
