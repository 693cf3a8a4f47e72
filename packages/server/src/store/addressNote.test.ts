import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressNote } from './addressNote.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-note-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const own = { url: 'postgres://localhost/own' }
const others = { url: 'postgres://localhost/others' }

/** The note of another process, living or ended. */
async function noted(pid: number): Promise<string> {
  const path = join(dataDir, 'exchange.database')
  await writeFile(path, JSON.stringify({ ...others, pid }))
  return path
}

const nobody = 2 ** 30

test('a note says where the database is until its process ends', async () => {
  const note = addressNote(dataDir, 'exchange')
  await note.write(own, 'guest')
  expect(await note.read()).toMatchObject(own)
  await note.remove()
  expect(await note.read()).toBeUndefined()
})

test('a second process on a database of the operator’s leaves the note of the first, also when it ends', async () => {
  const path = await noted(process.ppid)
  const before = await readFile(path, 'utf8')
  const note = addressNote(dataDir, 'exchange')
  await note.write(own, 'guest')
  await note.remove()
  expect(await readFile(path, 'utf8')).toBe(before)
})

test.each([
  ['guest', nobody],
  ['host', process.ppid],
] as const)('a note without a meaning is replaced by a %s', async (as, pid) => {
  await noted(pid)
  const note = addressNote(dataDir, 'exchange')
  await note.write(own, as)
  expect(await note.read()).toMatchObject(own)
})
