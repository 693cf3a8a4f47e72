import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './makeFolder.ts'
import { StartRefused } from './StartRefused.ts'

/**
 * Makes a file with a key of 256 bits in base64, which only its owner can read, unless the file is there.
 * @param variable the environment variable that may hold a key instead
 * @throws StartRefused when it cannot be written
 */
export function makeKeyFile(path: string, variable: string): void {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code === 'EEXIST') return
    throw new StartRefused(
      `The key file ${path} cannot be written (${code}): set DATA_DIR to a folder that can, or ${variable} to a key.`,
      { cause: error },
    )
  }
}
