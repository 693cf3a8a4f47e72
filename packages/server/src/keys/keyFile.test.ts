import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeKeyFile, readKeyFile } from './keyFile.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'key-file-')), 'program.key')
})
afterEach(() => rmSync(join(path, '..'), { recursive: true }))

test('a key file is created once, with a random key of 256 bits', () => {
  const made = new Set<string>()
  for (let file = 0; file < 20; file++) {
    const own = `${path}-${file}`
    makeKeyFile(own, 'PROGRAM_KEY')
    made.add(readFileSync(own, 'utf8'))
    makeKeyFile(own, 'PROGRAM_KEY')
    made.add(readFileSync(own, 'utf8'))
  }
  expect(made.size).toBe(20)
  for (const line of made) expect(Buffer.from(line.trim(), 'base64')).toHaveLength(32)
})

test.runIf(process.platform === 'linux')('a key file that cannot be written says what to do', () => {
  expect(() => makeKeyFile('/proc/none/program.key', 'PROGRAM_KEY')).toThrow(
    /^The key file \/proc\/none\/program\.key cannot be written \(ENOENT\): set DATA_DIR .* or PROGRAM_KEY/,
  )
})

test.each([16, 31, 33, 64])('a key of %i bytes is refused', (length) => {
  writeFileSync(path, `${randomBytes(length).toString('base64')}\n`, { mode: 0o600 })
  expect(() => readKeyFile(path, 'look again')).toThrow('must hold 32 bytes in base64 on each line')
})

test('a key file’s keys are read in order, and a file without keys, or with anything else, is refused', () => {
  const keys = [1, 2].map((byte) => Buffer.alloc(32, byte))
  writeFileSync(path, `${keys.map((key) => key.toString('base64')).join('\n')}\n`, { mode: 0o600 })
  expect(readKeyFile(path, 'look again')).toEqual(keys)
  for (const [text, why] of [
    ['\n', `The key file ${path} holds no key.`],
    [Buffer.alloc(31).toString('base64'), `The key file ${path} must hold 32 bytes in base64 on each line`],
  ] as const) {
    writeFileSync(path, text)
    expect(() => readKeyFile(path, 'look again')).toThrow(why)
  }
})

test('a key file that is missing, or open to others, says what to do', () => {
  expect(() => readKeyFile(path, 'look again')).toThrow(`There is no key file ${path}: look again.`)
  makeKeyFile(path, 'PROGRAM_KEY')
  chmodSync(path, 0o644)
  expect(() => readKeyFile(path, 'look again')).toThrow(`can be read by others: run "chmod 600 ${path}".`)
})
