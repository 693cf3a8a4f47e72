import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLogBook } from './logBook.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-log-'))
  await mkdir(join(dataDir, 'log'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a log goes on after the disk was full, and says when lines were lost', async () => {
  const path = join(dataDir, 'log', 'exchange.log')
  await symlink('/dev/full', path)
  const printed: string[] = []
  const book = openLogBook({ dataDir, program: 'exchange', print: (sentence) => void printed.push(sentence) })
  await vi.waitFor(() => {
    book.keep('{"level":"info","event":"lost"}')
    expect(printed).toEqual([expect.stringContaining('cannot be written (ENOSPC)')])
  }, 10_000)
  await rm(path)
  await vi.waitFor(() => {
    book.keep('{"level":"info","event":"kept"}')
    expect(printed).toEqual([expect.anything(), expect.stringContaining('is written again')])
  }, 10_000)
  await book.close()
  expect(await readFile(path, 'utf8')).toContain('{"level":"info","event":"kept"}\n')
})
