import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addKey, fileKeyring } from './fileKeyring.ts'
import { makeKeyFile } from './keyFile.ts'
import { kekOf } from './Keyring.ts'

/** What another process does just after a file was read. */
const elsewhere = vi.hoisted(() => ({ next: [] as (() => void)[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readAndLoseTime: typeof fs.readFileSync = ((...args: Parameters<typeof fs.readFileSync>) => {
    const content = fs.readFileSync(...args)
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

test('a key that is added while the file is being read is not missed', () => {
  makeKeyFile(path, 'CARDS_KEY')
  const next = randomBytes(32)
  elsewhere.next.push(() => addKey(path, next))
  const ring = fileKeyring(path)
  expect(ring.current()).toEqual(kekOf(next))
})
