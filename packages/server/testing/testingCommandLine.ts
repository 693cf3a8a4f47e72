import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programArguments } from '../src/settings/programArguments.ts'

/** How a command line ended, and what it said. */
export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

const TIME_LIMIT_MS = 300_000

/** Runs a command line as a process of its own, with nothing in its environment but these variables; for tests. */
export function runCommandLine(
  entry: URL,
  variables: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<Ended> {
  const options = { env: { PATH: process.env['PATH'], ...variables }, timeout: TIME_LIMIT_MS }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...programArguments, fileURLToPath(entry), ...words],
      options,
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })
}
