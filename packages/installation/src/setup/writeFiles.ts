import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { PlannedFile } from './planFiles.ts'

/**
 * Writes files, each whole or not at all. An existing file with other content is replaced only if that is allowed.
 * @param mayReplace asked once, with the paths of all files to replace
 * @returns the paths that were written; files with the same content are not among them
 * @throws CallRefused where nothing may be replaced; then nothing was written
 */
export async function writeFiles(
  files: readonly PlannedFile[],
  mayReplace: (paths: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, before: await contentOf(file.path) })))
  const changed = found.filter(({ file, before }) => before !== file.content)
  const replaced = changed.filter(({ before }) => before !== undefined).map(({ file }) => file.path)
  if (replaced.length > 0 && !(await mayReplace(replaced)))
    throw new CallRefused(
      `These are there already and stay as they are: ${replaced.join(', ')}. Nothing was written.`,
    )
  for (const { file } of changed) await write(file)
  return changed.map(({ file }) => file.path)
}

async function write({ path, content, mode }: PlannedFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.new`
  await writeFile(draft, content, { mode, flush: true })
  await chmod(draft, mode) // A draft left by an earlier run keeps its own mode.
  await rename(draft, path)
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}
