import { copyFile, glob, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** The module that has node take the stripped sources as JavaScript, below the programs' folder. */
export const STRIPPED = 'strippedSources.mjs'

/**
 * Strips the types of all sources in a folder of the programs, once and for every start. Spaces take their place, so that
 * lines and columns stay; the same sources give the same bytes.
 */
export async function stripSources(home: string): Promise<void> {
  for await (const path of glob('packages/*/src/**/*.ts', { cwd: home })) {
    const file = join(home, path)
    await writeFile(file, stripTypeScriptTypes(await readFile(file, 'utf8')))
  }
  await copyFile(join(import.meta.dirname, STRIPPED), join(home, STRIPPED))
}
