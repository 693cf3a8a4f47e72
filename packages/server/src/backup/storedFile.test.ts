import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { digestOf, readStored, storeStream } from './storedFile.ts'

test('a stream is stored in a new file and read again; a file that exists is left as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-stored-'))
  try {
    const path = join(folder, 'rows.gz')
    const stored = await storeStream(Readable.from([Buffer.from('one\n')]), path, undefined)
    expect(await digestOf(path)).toBe(stored.sha256)
    const chunks: Buffer[] = []
    await readStored(
      path,
      undefined,
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk)
          done()
        },
      }),
    )
    expect(Buffer.concat(chunks).toString()).toBe('one\n')
    await writeFile(path, 'of somebody else')
    await expect(storeStream(Readable.from([Buffer.from('two\n')]), path, undefined)).rejects.toThrow(
      'exists already',
    )
    expect(await readFile(path, 'utf8')).toBe('of somebody else')
  } finally {
    await rm(folder, { recursive: true })
  }
})
