import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

test('each goal of the widget names a test that exists', async () => {
  const readme = await readFile(join(root, 'packages/widget/README.md'), 'utf8')
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const rows = readme.split('## Goals')[1]?.match(/^\| \d+ .*$/gm) ?? []
  expect(rows).toHaveLength(25)
  for (const row of rows) {
    const [, , , tests = ''] = row.split('|')
    const named = Array.from(tests.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
    expect(named.length, row).toBeGreaterThan(0)
    for (const name of named) {
      if (name.startsWith('pnpm ')) expect(Object.keys(scripts)).toContain(name.slice('pnpm '.length))
      else await access(join(root, placeOf(name)))
    }
  }
})

/** Where a test is by its short name in the table. */
function placeOf(name: string): string {
  if (name.endsWith('.spec.ts')) return `e2e/tests/${name}`
  return /^(src|test)\//.test(name) ? `packages/widget/${name}` : `packages/${name}`
}
