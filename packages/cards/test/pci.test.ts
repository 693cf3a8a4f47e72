import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const folder = join(import.meta.dirname, '..')
const text = readFileSync(join(folder, 'PCI.md'), 'utf8')

/** A path of the document, on this machine. */
function placeOf(path: string): string {
  return /^(packages|e2e)\//.test(path) ? join(folder, '../..', path) : join(folder, path)
}

test('every file that PCI.md names is there', () => {
  const paths = Array.from(text.matchAll(/`([\w./-]+\.(?:ts|sql|json))`/g), ([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(60)
  expect(paths.filter((path) => !existsSync(placeOf(path)))).toEqual([])
})

test('every test that PCI.md names is in its file', () => {
  const missing: string[] = []
  let named = 0
  // A file, then its tests in quotation marks, until the next file.
  for (const [, path = '', titles = ''] of text.matchAll(/`([\w./-]+\.test\.ts)`((?:[;\s]+"[^"]+")+)/g)) {
    const source = readFileSync(placeOf(path), 'utf8')
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) {
      named += 1
      if (!source.includes(title.replaceAll(/\s+/g, ' '))) missing.push(`${path}: ${title}`)
    }
  }
  expect(named).toBeGreaterThan(45)
  expect(missing).toEqual([])
})

test('every dependency is pinned', () => {
  const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) })
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const loose = Object.entries(dependencies).filter(
    ([, version]) => !/^(workspace:\*|\d+\.\d+\.\d+)$/.test(version),
  )
  expect(loose).toEqual([])
})
