import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshProject, pack, type FreshProject } from '@cambio/demo/test/FreshProject.ts'
import { ExamplePage } from '../src/ExamplePage.ts'
import { copyExamples, runInExample, serveExample } from '../src/examples.ts'
import { expect, test } from '../src/test.ts'

/*
 * Two of the guide's pages and one of its servers, from packed packages. All of them, installed from the registry, are
 * opened by "pnpm sim:examples".
 */

test.describe.configure({ mode: 'default' })

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const vite = join(packages, 'embed/node_modules/.bin/vite')
const beside = [
  'partner/node_modules/zod',
  'server/node_modules/hono',
  'server/node_modules/@hono/node-server',
  'widget/node_modules/react',
  'widget/node_modules/react-dom',
].map((folder) => join(packages, folder))

let project: FreshProject
let examples: string

test.beforeAll(async () => {
  const packed = await mkdtemp(join(tmpdir(), 'cambio-tarballs-'))
  const tarballs = [await pack('embed', packed), await pack('partner', packed)]
  project = await freshProject({ tarballs, beside })
  await rm(packed, { recursive: true })
  examples = join(project.folder, 'examples')
  await copyExamples(examples)
})
test.afterAll(() => project[Symbol.asyncDispose]())

test('the plain page of the guide and its server in TypeScript sell coins, and hear of it by a genuine callback', async ({
  page,
}) => {
  const server = await serveExample('node server.ts ../../html', join(examples, 'servers/typescript'))
  try {
    const widget = await new ExamplePage(page).open(server.url)
    await widget.untilCard()
    await widget.pay('Success')
    await widget.outcome(/^You received/)
    await expect.poll(server.printed).toMatch(/^[\da-f-]{36} finished$/m)
    const forged = await fetch(`${server.url}/callbacks`, { method: 'POST', body: '{}' })
    expect(forged.status).toBe(401)
  } finally {
    await server.stop()
  }
})

test('the page of the guide in React 19 opens the widget, and closes it before it opens another', async ({
  page,
}) => {
  await runInExample(`${vite} build`, join(examples, 'react-19'))
  const server = await serveExample(
    'node server.ts ../../react-19/dist',
    join(examples, 'servers/typescript'),
  )
  try {
    const example = new ExamplePage(page)
    await expect((await example.open(server.url)).field('You pay')).toHaveValue('100.00')
    await expect(page.getByRole('status')).toHaveText(/^(?:ready|step|resize)$/)
    const first = await example.frame.getAttribute('src')
    await example.openAgain()
    await expect(example.frame).not.toHaveAttribute('src', first ?? '')
    await expect(example.frame).toHaveCount(1)
    expect(example.errors).toEqual([])
  } finally {
    await server.stop()
  }
})
