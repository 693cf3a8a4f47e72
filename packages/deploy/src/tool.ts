import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/local/bin']

/** A program of the system that a check needs and that is not there. */
export class MissingTool extends Error {
  constructor(name: string, debianPackage: string) {
    super(`${name} is missing: run "apt-get install ${debianPackage}".`)
  }
}

/** The path of a program of the system. @throws MissingTool */
export function tool(name: string, debianPackage: string): string {
  const path = folders.map((folder) => `${folder}/${name}`).find((each) => existsSync(each))
  if (path === undefined) throw new MissingTool(name, debianPackage)
  return path
}

/** What a program may say: a list of an image's files is some megabytes. */
const MOST_BYTES = 64 * 1024 * 1024

/** Runs a program to its end and gives what it said. @throws Error with what it said, when it fails */
export async function run(path: string, words: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(path, [...words], { cwd, maxBuffer: MOST_BYTES })
    return stdout + stderr
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? String(error.stdout) + String(error.stderr)
        : ''
    throw new Error(said === '' ? String(error) : said, { cause: error })
  }
}
