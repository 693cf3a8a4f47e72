import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKeyFile } from '@cambio/server/makeKeyFile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addKey, fileKeyring } from './keyFile.ts'
import { kekOf } from './Keyring.ts'

/** What happens elsewhere just after a file was read. */
const elsewhere = vi.hoisted(() => ({ next: [] as (() => void)[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readAndLoseTime: typeof fs.readFileSync = ((...asked: Parameters<typeof fs.readFileSync>) => {
    const content = fs.readFileSync(...asked)
    elsewhere.next.shift()?.()
    return content
  }) as never
  return { ...fs, readFileSync: readAndLoseTime }
})

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'cards-key-file-')), 'cards.key')
})
afterEach(() => rmSync(join(path, '..'), { recursive: true }))

test('a key file is made with a key of 256 bits that no other has, and is not made twice', () => {
  const made = new Set<string>()
  for (let file = 0; file < 20; file++) {
    const own = `${path}-${file}`
    makeKeyFile(own, 'CARDS_KEY')
    made.add(readFileSync(own, 'utf8'))
    makeKeyFile(own, 'CARDS_KEY')
    made.add(readFileSync(own, 'utf8'))
  }
  expect(made.size).toBe(20)
  for (const line of made) expect(Buffer.from(line.trim(), 'base64')).toHaveLength(32)
})

test.runIf(process.platform === 'linux')('where none can be written, it is said what to do', () => {
  expect(() => makeKeyFile('/proc/none/cards.key', 'CARDS_KEY')).toThrow(
    /^The key file \/proc\/none\/cards\.key cannot be written \(ENOENT\): set DATA_DIR .* or CARDS_KEY/,
  )
})

test.each([16, 31, 33, 64])('a key of %i bytes is none', (length) => {
  writeFileSync(path, `${randomBytes(length).toString('base64')}\n`, { mode: 0o600 })
  expect(() => fileKeyring(path)).toThrow('must hold 32 bytes in base64 on each line')
})

test('a key that comes while the file is being read is not missed', () => {
  makeKeyFile(path, 'CARDS_KEY')
  const next = randomBytes(32)
  elsewhere.next.push(() => addKey(path, next))
  const ring = fileKeyring(path)
  expect(ring.current()).toEqual(kekOf(next))
})
