import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '@cambio/demo/test/FreshProject.ts'
import { ExamplePage } from '../src/ExamplePage.ts'
import { copyExamples, runInExample, serveExample } from '../src/examples.ts'
import { expect, test } from '../src/test.ts'

/* Each example is installed, built and run by the commands of its README as they stand, from packed packages. */

test.describe.configure({ mode: 'default' })

const stacks = [
  'html',
  'react-18',
  'react-19',
  'next',
  'vue',
  'nuxt',
  'svelte',
  'sveltekit',
  'angular',
  'php',
]
const servers = ['typescript', 'python', 'php', 'go']

let folder: string
const tarballs: string[] = []

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-examples-'))
  await copyExamples(folder)
  for (const name of ['embed', 'partner']) tarballs.push(await pack(name, folder))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('every example is opened', async () => {
  const files = await readdir(folder, { recursive: true })
  const described = files
    .filter((file) => file.endsWith('README.md'))
    .filter((file) => !file.includes('node_modules'))
  expect(described.toSorted()).toEqual(
    [...stacks, ...servers.map((name) => `servers/${name}`)].map((name) => `${name}/README.md`).toSorted(),
  )
})

for (const stack of stacks)
  test(`the example of ${stack} shows the widget in its page`, async ({ page }) => {
    const server = await followReadme(stack)
    try {
      const example = new ExamplePage(page)
      const widget = await example.open(server.url)
      await expect(widget.field('You pay')).toHaveValue('100.00')
      const first = await example.frame.getAttribute('src')
      await example.openAgain()
      await expect(example.frame).not.toHaveAttribute('src', first ?? '')
      await expect(example.frame).toHaveCount(1)
      expect(example.errors).toEqual([])
    } finally {
      await server.stop()
    }
  })

for (const name of servers)
  test(`the server in ${name} opens a request, and prints a genuine callback of the finished order`, async ({
    page,
  }) => {
    const server = await followReadme(`servers/${name}`)
    try {
      const widget = await new ExamplePage(page).open(server.url)
      await widget.untilCard()
      await widget.pay('Success')
      await widget.outcome(/^You received/)
      await expect.poll(server.printed).toMatch(/[\da-f-]{32,36} finished$/m)
      const forged = await fetch(`${server.url}/callbacks`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(401)
    } finally {
      await server.stop()
    }
  })

/** Does what a README says before its page is opened. Its last command is the server's. */
async function followReadme(name: string) {
  const here = join(folder, name)
  for (const tarball of tarballs) await copyFile(tarball, join(here, tarball.slice(folder.length + 1)))
  const [before = ''] = (await readFile(join(here, 'README.md'), 'utf8')).split('\nOpen <')
  const blocks = [...before.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)
  const serve = blocks.pop() ?? ''
  // The tarballs were packed above, once for all, in the checkout that the README speaks of.
  const prepare = blocks.join('').replace(/^npm pack .*\n/m, '')
  if (prepare !== '') await runInExample(prepare, here)
  return serveExample(serve, here)
}
