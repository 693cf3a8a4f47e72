import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from './product.ts'

const cli = fileURLToPath(new URL('../../packages/bff/src/cli.ts', import.meta.url))

/** Runs a command of the operator's on the product that the tests run on. Answers what it prints. */
export async function runCommand(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', compileCache, cli, ...words])
  return stdout
}
