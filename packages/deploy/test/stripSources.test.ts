import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { STRIPPED, stripSources } from '../src/image/stripSources.ts'

const SOURCE = `import type { Other } from './other.ts'
import { units } from './other.ts'
const asked: Other = { units: units satisfies bigint }
const loaded = process.moduleLoadList.filter((name) => name.includes('amaro'))
console.log(JSON.stringify({ units: String(asked.units), loaded, at: new Error().stack?.split('\\n')[1] }))
`

async function programs() {
  const home = await mkdtemp(join(tmpdir(), 'cambio-stripped-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = join(home, 'packages/program/src')
  await mkdir(folder, { recursive: true })
  await writeFile(join(home, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'main.ts'), SOURCE)
  await writeFile(
    join(folder, 'other.ts'),
    'export type Other = { units: bigint }\nexport const units: bigint = 5n\n',
  )
  return { home, main: join(folder, 'main.ts') }
}

async function run(main: string, options: string) {
  const env = { NODE_OPTIONS: options }
  const { stdout } = await promisify(execFile)(process.execPath, [main], { env })
  return JSON.parse(stdout)
}

test('stripped sources run as they stand, and node never loads what strips types', async () => {
  const { home, main } = await programs()
  expect((await run(main, '')).loaded).not.toEqual([])
  await stripSources(home)
  const { units, loaded, at } = await run(main, `--import=${join(home, STRIPPED)}`)
  expect([units, loaded]).toEqual(['5', []])
  expect(at).toContain('main.ts:5:')
})

test('sources that are stripped twice have the same bytes', async () => {
  const { home, main } = await programs()
  await stripSources(home)
  const once = await readFile(main, 'utf8')
  await stripSources(home)
  expect([await readFile(main, 'utf8'), once.includes('satisfies')]).toEqual([once, false])
})
