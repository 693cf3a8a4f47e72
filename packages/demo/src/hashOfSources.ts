import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** One SHA-256 of the names and the content of these files, and of all in these folders but what is installed or built there. */
export async function hashOfSources(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map(filesOf))
  const hash = createHash('sha256')
  for (const path of files.flat().toSorted()) hash.update(`${path}\0`).update(await readFile(path))
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path)
  const own = entries.filter((name) => name !== 'node_modules' && name !== 'dist')
  return (await Promise.all(own.map((name) => filesOf(join(path, name))))).flat()
}
