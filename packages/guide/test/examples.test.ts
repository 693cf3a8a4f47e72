import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const guide = join(import.meta.dirname, '..')
const examples = join(guide, 'examples')
/** What a folder has only once somebody has built it. */
const MADE = /(?:^|\/)(?:node_modules|dist|\.\w+)(?:\/|$)|\.tgz$|-lock\.json$/

test('the guide shows every file of every example', async () => {
  const page = await readFile(join(guide, 'pages/widget/examples.md'), 'utf8')
  const entries = await readdir(examples, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(examples.length + 1))
    .filter((file) => !MADE.test(file))
  expect(files.length).toBeGreaterThan(40)
  // The page says that React 18 has the files of React 19, and how each server is run.
  const isSaid = (file: string) => /^react-18\/(?!package)|^servers\/\w+\/README/.test(file)
  expect(files.filter((file) => !page.includes(`/examples/${file}{`) && !isSaid(file))).toEqual([])
  for (const file of files.filter((each) => /^react-18\/(?!package|README)/.test(each)))
    expect(await readFile(join(examples, file), 'utf8')).toBe(
      await readFile(join(examples, file.replace('18', '19')), 'utf8'),
    )
})
