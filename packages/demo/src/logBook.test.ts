import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  const printedAfter = (event: string) => () => {
    book.keep(JSON.stringify({ level: 'info', event }))
    return printed
  }
  await expect.poll(printedAfter('lost')).toEqual([expect.stringContaining('cannot be written (ENOSPC)')])
  await rm(path)
  await expect
    .poll(printedAfter('kept'))
    .toEqual([expect.anything(), expect.stringContaining('is written again')])
  await book.close()
  expect(await readFile(path, 'utf8')).toContain('{"level":"info","event":"kept"}\n')
})
