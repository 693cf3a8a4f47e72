import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import process from 'node:process'

/*
 * Builds the guide where its sources are others than those it was last built of: it takes seconds, and a start of the
 * sandbox has none of them to spare. `built` is written last, so that a guide that has it is whole.
 */

const folder = join(import.meta.dirname, '..')
const stamp = join(folder, 'dist/built')

const sources = await hashOfSources()
if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) {
  process.stdout.write('The guide is up to date.\n')
} else {
  await rm(stamp, { force: true })
  const { build } = await import('vitepress')
  await build(folder)
  await writeFile(stamp, sources)
}

/** One hash of everything that the pages are made of. */
async function hashOfSources(): Promise<string> {
  const within = await Promise.all(
    ['.vitepress', 'examples', 'pages'].map((name) =>
      readdir(join(folder, name), { recursive: true, withFileTypes: true }),
    ),
  )
  const files = within
    .flat()
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const path of [...files, join(folder, 'package.json')].toSorted())
    hash.update(`${relative(folder, path)}\0`).update(await readFile(path))
  return hash.digest('hex')
}
