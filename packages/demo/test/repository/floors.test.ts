import { execFile } from 'node:child_process'
import { glob, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/*
 * The house has floors, and imports go down only:
 *
 *   4   demo   e2e   installation
 *   3   widget   embed   partner   bff   cards   guide   deploy
 *   2                              rails
 *   1                     exchange        server
 *   0   wire
 */
const floors: Readonly<Record<string, number>> = {
  wire: 0,
  exchange: 1,
  server: 1,
  rails: 2,
  bff: 3,
  cards: 3,
  partner: 3,
  widget: 3,
  embed: 3,
  guide: 3,
  deploy: 3,
  demo: 4,
  e2e: 4,
  installation: 4,
}

/** What may be used at all, which is less than what lies below: cards could be another company's. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  exchange: ['wire'],
  server: ['wire'],
  rails: ['exchange', 'server', 'wire'],
  bff: ['exchange', 'rails', 'server', 'wire'],
  cards: ['server', 'wire'],
  partner: ['wire'],
  widget: ['wire'],
  embed: ['wire'],
  guide: ['wire'],
  deploy: ['server'],
  demo: ['bff', 'cards', 'embed', 'partner', 'rails', 'server', 'wire'],
  e2e: ['partner', 'wire'],
  installation: ['bff', 'cards', 'exchange', 'rails', 'server'],
}

const root = join(import.meta.dirname, '../../../..')
const tests = /(^|\/)(test|testing|bench|load|soak)\/|\.test\.tsx?$|\/testing(Setup)?\.ts$/

/** The end of an import or a re-export, and an import by call. */
const importing = /(?:^(?:import|export|\})[^'"]*|\bimport\()'(@cambio\/[^']+)'/gm

const Package = z.looseObject({
  private: byDefault(z.boolean(), false),
  dependencies: byDefault(z.record(z.string(), z.string()), {}),
  devDependencies: byDefault(z.record(z.string(), z.string()), {}),
})

const names = ['e2e', ...(await readdir(join(root, 'packages')))]

test('every package stands on a floor', () => {
  expect(names.toSorted()).toEqual(Object.keys(floors).toSorted())
})

test.for(names)(
  '%s declares nothing from its own floor or above, and nothing it may not use',
  async (name) => {
    const described = Package.parse(JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8')))
    const used = usedBy(described)
    for (const below of used) expect(floors[below], `${name} uses ${below}`).toBeLessThan(floors[name] ?? 0)
    expect(allowed[name]).toEqual(expect.arrayContaining(used))
    // What tests alone use may come from the same floor, to meet the real thing, but is declared as such.
    for (const below of ours(Object.keys(described.devDependencies))) {
      expect(floors[below], `${name} tests with ${below}`).toBeLessThanOrEqual(floors[name] ?? 0)
    }
  },
)

test.for(names)('%s imports only what it declares', async (name) => {
  const described = Package.parse(JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8')))
  const declared = usedBy(described)
  const forTests = [...declared, ...ours(Object.keys(described.devDependencies))]
  const wrong: string[] = []
  for (const [file, text] of await sources(name)) {
    const isTest = name === 'e2e' || tests.test(file)
    const imported = ours([...text.matchAll(importing)].map(([, path = '']) => path))
    const undeclared = imported.filter((other) => !(isTest ? forTests : declared).includes(other))
    wrong.push(...undeclared.map((other) => `${name}/${file} imports ${other}`))
    if (/from '(?:\.\.\/)+packages\//.test(text)) wrong.push(`${name}/${file} leaves its package`)
  }
  expect(wrong).toEqual([])
})

test('every package has the version of the product, which the changelog tells about', async () => {
  const Versioned = z.object({ version: z.string() })
  const versionIn = async (folder: string) =>
    Versioned.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version
  const version = await versionIn(root)
  const packages = names.filter((name) => name !== 'e2e')
  expect(await Promise.all(packages.map((name) => versionIn(folderOf(name))))).toEqual(
    packages.map(() => version),
  )
  const changelog = await readFile(join(root, 'packages/guide/pages/changelog.md'), 'utf8')
  expect(/^## (\S+)$/m.exec(changelog)?.[1]).toBe(version)
})

test('an import that goes up does not type-check', async () => {
  const project = await mkdtemp(join(root, 'packages/exchange/.upward-'))
  try {
    await writeFile(join(project, 'upward.ts'), "export * from '@cambio/rails/endpoint/partnerEndpoint.ts'\n")
    await writeFile(join(project, 'downward.ts'), "export * from '@cambio/wire/Money.ts'\n")
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'], exclude: [] }),
    )
    const { stdout } = await typeCheck(project)
    expect(stdout).toMatch(/upward\.ts.*TS2307.*@cambio\/rails/)
    expect(stdout).not.toMatch(/downward\.ts/)
  } finally {
    await rm(project, { recursive: true, force: true })
  }
})

/** The compiler's words; that it complains is what is expected here. */
async function typeCheck(project: string): Promise<{ stdout: string }> {
  const compiler = join(root, 'node_modules/.bin/tsc')
  return promisify(execFile)(compiler, ['--noEmit', '-p', project]).catch(
    (error: { stdout: string }) => error,
  )
}

/**
 * What of ours a package's sources use. A package that is published has it written into what is published, so it is
 * a dependency of its development only.
 */
function usedBy({ private: isPrivate, dependencies, devDependencies }: z.infer<typeof Package>): string[] {
  return ours(Object.keys(isPrivate ? dependencies : devDependencies))
}

function folderOf(name: string): string {
  return join(root, name === 'e2e' ? 'e2e' : `packages/${name}`)
}

function ours(modules: readonly string[]): string[] {
  return modules.flatMap((module) => /^@cambio\/([^/]+)/.exec(module)?.[1] ?? [])
}

/** Folders that nobody goes into: the examples that others copy have packages of their own. */
const notOurs = /(^|\/)(node_modules|dist|examples)$/

async function sources(name: string): Promise<[string, string][]> {
  const folder = folderOf(name)
  const files = glob('**/*.{ts,tsx}', { cwd: folder, exclude: (path) => notOurs.test(path) })
  return Array.fromAsync(files, async (file) => [file, await readFile(join(folder, file), 'utf8')])
}
