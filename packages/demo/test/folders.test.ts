import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Inside the exchange each subject has a folder, and folders have a direction too: what two of them import from each
 * other in a circle cannot be read, tested or moved apart.
 */

const root = join(import.meta.dirname, '../../..')
const MOST_LINES = 400

/** The end of an import or a re-export of a file in the same package. */
const importing = /(?:^(?:import|export|\})[^'"]*|\bimport\()'(\.[^']+)'/gm

type Imports = ReadonlyMap<string, ReadonlySet<string>>

test('the exchange’s folders import in one direction only', async () => {
  expect(circleIn(await foldersOf('packages/exchange/src'))).toBeUndefined()
})

test('a circle of folders is found, also a long one', () => {
  const line: Imports = new Map([
    ['order', new Set(['payin'])],
    ['payin', new Set(['price'])],
  ])
  expect(circleIn(line)).toBeUndefined()
  expect(circleIn(new Map([...line, ['price', new Set(['order'])]]))).toEqual([
    'order',
    'payin',
    'price',
    'order',
  ])
})

test('no source file is longer than a reader can keep in mind', async () => {
  const long: string[] = []
  for (const folder of ['packages', 'e2e'])
    for (const file of await sourcesIn(folder)) {
      const lines = (await readFile(join(root, folder, file), 'utf8')).split('\n').length - 1
      if (lines > MOST_LINES) long.push(`${folder}/${file} has ${lines} lines`)
    }
  expect(long).toEqual([])
})

/** Which folder of a package imports from which others. */
async function foldersOf(source: string): Promise<Imports> {
  const folders = new Map<string, Set<string>>()
  for (const file of await sourcesIn(source)) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(join(root, source, file), 'utf8')
    const from = dirname(file)
    const imported = folders.get(from) ?? new Set()
    for (const [, path = ''] of text.matchAll(importing)) imported.add(dirname(normalize(join(from, path))))
    imported.delete(from)
    folders.set(from, imported)
  }
  return folders
}

/** The first circle, as the folders one passes on it; undefined where there is none. */
function circleIn(folders: Imports): string[] | undefined {
  const cleared = new Set<string>()

  function circleFrom(folder: string, path: readonly string[]): string[] | undefined {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (cleared.has(folder)) return undefined
    for (const next of folders.get(folder) ?? []) {
      const circle = circleFrom(next, [...path, folder])
      if (circle) return circle
    }
    cleared.add(folder)
    return undefined
  }

  for (const folder of folders.keys()) {
    const circle = circleFrom(folder, [])
    if (circle) return circle
  }
  return undefined
}

async function sourcesIn(folder: string): Promise<string[]> {
  const exclude = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
  return Array.fromAsync(glob('**/*.{ts,tsx,sql,css}', { cwd: join(root, folder), exclude }))
}
