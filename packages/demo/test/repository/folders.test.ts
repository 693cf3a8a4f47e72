import { glob, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Inside the exchange each subject has a folder, and folders have a direction too: what two of them import from each
 * other in a circle cannot be read, tested or moved apart.
 */

const root = join(import.meta.dirname, '../../../..')
const MOST_LINES = 400
/** Finds what is done for a pay-in by its way. */
const REGISTRY = 'process/payinWays.ts'
const MOST_FILES = 25
/** What “pnpm baseline” writes, which nobody reads as a source. */
const MADE = 'baseline.sql'

/** The end of an import or a re-export of a file in the same package. */
const importing = /(?:^(?:import|export|\})[^'"]*|\bimport\()'(\.[^']+)'/gm
/** The end of an import or a re-export that is no call: what is read later binds nobody now. */
const importingNow = /^(?:import|export|\})[^'"]*'(\.[^']+)'/gm

/** A look inside a pay-in, or a comparison of its group with a certain one, in code or in a statement. */
const askingWhichWay =
  /\bpayin\.is\b|\b(?:attemptsOf|transfersOf)\(|\bpayin(?:_g|G)roup(?:'\])?\)? [!=]== '|\bpayin_group (?:=|<>|(?:not )?in) \(?'/

const comparingTheWayOut = /\bpayoutGroup [!=]== '/

type Imports = ReadonlyMap<string, ReadonlySet<string>>

test('the exchange’s folders import in one direction only', async () => {
  expect(circleIn(await foldersOf('packages/exchange/src'))).toBeUndefined()
})

test('nothing outside the folders of the ways to pay in asks which way it is', async () => {
  const asking: string[] = []
  for (const name of ['exchange', 'bff', 'rails', 'widget'])
    for (const file of await sourcesIn(`packages/${name}/src`)) {
      if (file.startsWith('payin/') || file === REGISTRY || isTest(file)) continue
      const text = await readFile(join(root, `packages/${name}/src`, file), 'utf8')
      if (askingWhichWay.test(text)) asking.push(`${name}/${file}`)
    }
  expect(asking).toEqual([])
})

test('nothing of the exchange compares the way out with a certain one: its traits say what matters', async () => {
  const asking: string[] = []
  for (const name of ['exchange', 'bff', 'rails'])
    for (const file of await sourcesIn(`packages/${name}/src`)) {
      const text = await readFile(join(root, `packages/${name}/src`, file), 'utf8')
      if (!isTest(file) && comparingTheWayOut.test(text)) asking.push(`${name}/${file}`)
    }
  expect(asking).toEqual([])
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

const packages = await readdir(join(root, 'packages'))

test.for(packages)('no files of %s import each other in a circle, types included', async (name) => {
  expect(circleIn(await filesOf(`packages/${name}/src`))).toBeUndefined()
})

test.for(packages)(`no folder of %s has more than ${MOST_FILES} files of its own`, async (name) => {
  const counts = new Map<string, number>()
  for (const file of await sourcesIn(`packages/${name}/src`))
    if (/\.tsx?$/.test(file) && !isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
})

/** The packages whose sources are the product alone; what only tests use stands in `test` or `testing` beside `src`.
 * The partner's has what receivers are tested with. */
const withoutTestSupport = packages.filter((name) => name !== 'partner')

test.for(withoutTestSupport)('the sources of %s hold no rig or double of a test', async (name) => {
  const support = /(^|\/)(testing\w*|\w*(Rig|Doubles?))\.tsx?$/
  expect((await sourcesIn(`packages/${name}/src`)).filter((file) => support.test(file))).toEqual([])
})

test('no source file is longer than a reader can keep in mind', async () => {
  const long: string[] = []
  for (const folder of ['packages', 'e2e'])
    for (const file of await sourcesIn(folder)) {
      if (basename(file) === MADE) continue
      const lines = (await readFile(join(root, folder, file), 'utf8')).split('\n').length - 1
      if (lines > MOST_LINES) long.push(`${folder}/${file} has ${lines} lines`)
    }
  expect(long).toEqual([])
})

test.for(['bff', 'cards'])(
  'no command of %s asks the database itself: verbs act and stores read',
  async (name) => {
    const commands = `packages/${name}/src/cli`
    const asking: string[] = []
    for (const file of await sourcesIn(commands)) {
      const text = await readFile(join(root, commands, file), 'utf8')
      if (/\bquery(?:<[^(]*>)?\(|\.transaction\(|\bpostJournals\b/.test(text)) asking.push(file)
    }
    expect(asking).toEqual([])
  },
)

/** Which file of a package imports which others. */
async function filesOf(source: string): Promise<Imports> {
  const files = new Map<string, Set<string>>()
  for (const file of await sourcesIn(source)) {
    const text = await readFile(join(root, source, file), 'utf8')
    const imported = [...text.matchAll(importingNow)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    )
    files.set(file, new Set(imported))
  }
  return files
}

/** Which folder of a package imports from which others. */
async function foldersOf(source: string): Promise<Imports> {
  const folders = new Map<string, Set<string>>()
  for (const file of await sourcesIn(source)) {
    if (isTest(file)) continue
    const text = await readFile(join(root, source, file), 'utf8')
    const from = dirname(file)
    const imported = folders.get(from) ?? new Set()
    for (const [, path = ''] of text.matchAll(importing)) imported.add(dirname(normalize(join(from, path))))
    imported.delete(from)
    folders.set(from, imported)
  }
  return folders
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** The first circle, as the folders or files on it; undefined where there is none. */
function circleIn(graph: Imports): string[] | undefined {
  const cleared = new Set<string>()

  function circleFrom(folder: string, path: readonly string[]): string[] | undefined {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (cleared.has(folder)) return undefined
    for (const next of graph.get(folder) ?? []) {
      const circle = circleFrom(next, [...path, folder])
      if (circle) return circle
    }
    cleared.add(folder)
    return undefined
  }

  for (const folder of graph.keys()) {
    const circle = circleFrom(folder, [])
    if (circle) return circle
  }
  return undefined
}

async function sourcesIn(folder: string): Promise<string[]> {
  const exclude = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
  return Array.fromAsync(glob('**/*.{ts,tsx,sql,css}', { cwd: join(root, folder), exclude }))
}
