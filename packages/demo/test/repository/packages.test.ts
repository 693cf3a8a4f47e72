import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { VERSION } from '@cambio/server/version.ts'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshProject, freshProject, pack, root } from '../FreshProject.ts'

/*
 * What partners install, as they install it: packed, put into a project that knows nothing of this repository, and
 * used there with each Node.js, compiler setting and bundler that the packages promise to work with.
 */

const names = ['partner', 'embed']
const tsc = join(root, 'node_modules/.bin/tsc')
const vite = join(root, 'packages/embed/node_modules/.bin/vite')
const attw = join(root, 'packages/demo/node_modules/.bin/attw')

let tarballs: string
let project: FreshProject

beforeAll(async () => {
  tarballs = await mkdtemp(join(tmpdir(), 'cambio-tarballs-'))
  for (const name of names) await pack(name, tarballs)
  project = await freshProject({
    tarballs: names.map(tarballOf),
    beside: [
      'node_modules/@types/node',
      'packages/partner/node_modules/zod',
      'packages/server/node_modules/hono',
      'packages/server/node_modules/@hono/node-server',
      'packages/embed/node_modules/react',
      'packages/embed/node_modules/@types/react',
    ].map((folder) => join(root, folder)),
  })
  await project.write('backend.mjs', backend)
  await project.write('page.tsx', page)
  await project.write('index.html', '<script type="module" src="/page.tsx"></script>')
  const examples = await readFile(join(project.folder, 'node_modules/@cambio/partner/README.md'), 'utf8')
  const recipes = [...examples.matchAll(/^```ts\n(.*?)^```/gms)]
  expect(recipes.length).toBeGreaterThan(3)
  for (const [at, [, example = '']] of recipes.entries()) await project.write(`example${at}.ts`, example)
})

afterAll(async () => {
  await project[Symbol.asyncDispose]()
  await rm(tarballs, { recursive: true })
})

test.for(names)(
  'the tarball of %s holds its licence, its guide, and nothing that is not installed with it',
  async (name) => {
    const folder = join(project.folder, 'node_modules/@cambio', name)
    expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(
      await readFile(join(root, 'LICENSE'), 'utf8'),
    )
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.\w+$/.test(file))
    expect(
      files.filter((file) => !/^(README\.md|signatures\.md|package\.json|dist\/.*\.(js|d\.ts))$/.test(file)),
    ).toEqual([])
    for (const file of files.filter((file) => file.startsWith('dist')))
      expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/['"]@cambio\//)
  },
)

test('the component says that it is for the browser, as a page that a server renders needs to be told', async () => {
  const modules = join(project.folder, 'node_modules/@cambio/embed/dist/modules')
  expect(await readFile(join(modules, 'react.js'), 'utf8')).toMatch(/^["']use client["'];?\n/)
  expect(await readFile(join(modules, 'index.js'), 'utf8')).not.toContain('use client')
})

test.for(names)('publint has nothing to say about @cambio/%s', async (name) => {
  const tarball = new Uint8Array(await readFile(tarballOf(name))).buffer
  const { messages } = await publint({ pack: { tarball }, strict: true })
  expect(messages).toEqual([])
})

test.for(names)('the types of @cambio/%s are where every importer looks for them', async (name) => {
  // The packages are ES modules, and Node.js lets CommonJS require those.
  const esModules = ['--ignore-rules', 'cjs-resolves-to-esm']
  const printed = await project.run(attw, tarballOf(name), ...esModules, '--format', 'ascii')
  for (const resolution of ['node10', 'node16 (from ESM)', 'bundler'])
    expect(printed).toContain(`${resolution}: 🟢`)
})

const nodes = nodesHere()

test.for([...nodes])('a backend runs on Node.js %s', async ([, node]) => {
  expect(await project.run(node, 'backend.mjs')).toBe(answered)
})

test('the commands can be called, and say what is missing', async () => {
  const printed = await project.run(join(project.folder, 'node_modules/.bin/cambio-partner'), '--help')
  for (const name of ['listen', 'trigger', 'doctor', 'verify', 'CAMBIO_SECRET'])
    expect(printed).toContain(name)
  expect(await project.run(join(project.folder, 'node_modules/.bin/cambio-partner'), '--version')).toBe(
    `@cambio/partner ${VERSION}\n`,
  )
})

test('the run says on which versions of Node.js a backend ran', () => {
  console.info(`@cambio/partner ran on Node.js ${[...nodes.keys()].join(' and ')}`)
  if (![...nodes.keys()].some((version) => version.startsWith('20.')))
    console.info('Node.js 20 is not on the PATH: @cambio/partner was not run on it')
  expect([...nodes.keys()]).toContain(process.versions.node)
})

test.for([
  // The declarations themselves are read too, once: with the stricter of the two.
  { module: 'node16', moduleResolution: 'node16', skipLibCheck: false },
  { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
])('the guide and a page compile with $moduleResolution', async (resolution) => {
  const file = `tsconfig.${resolution.moduleResolution}.json`
  const settings = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    // The compiler’s own declarations are none of ours.
    skipDefaultLibCheck: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  const compilerOptions = { ...settings, ...resolution }
  await project.write(file, JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  expect(await project.run(tsc, '-p', file)).toBe('')
})

test('code for the browser can be imported by a server and does nothing there', async () => {
  const imports = 'import { defineElement } from "@cambio/embed"; defineElement(); console.log("done")'
  await project.write('server.mjs', imports)
  expect(await project.run(process.execPath, 'server.mjs')).toBe('done\n')
})

test('Vite builds a page, and a backend that runs without any package', async () => {
  await project.run(vite, 'build', '--outDir', 'built/page')
  expect(await readdir(join(project.folder, 'built/page/assets'))).toHaveLength(1)
  await project.write('vite.backend.mjs', 'export default { ssr: { noExternal: true } }')
  await project.run(
    vite,
    'build',
    '--config',
    'vite.backend.mjs',
    '--ssr',
    'backend.mjs',
    '--outDir',
    'built/backend',
  )
  const [file = ''] = await readdir(join(project.folder, 'built/backend'))
  const built = join(project.folder, 'built/backend', file)
  expect(await readFile(built, 'utf8')).not.toMatch(/from "(?!node:)/)
  expect(await project.run(process.execPath, built)).toBe(answered)
})

/** Calls a server with a signature, and reads a callback. Prints what came of both. */
const backend = `
import { createServer } from 'node:http'
import { contract, createPartner, verifyCallback } from "@cambio/partner"
import { makeTestCallback } from "@cambio/partner/testing"

let signature
const server = createServer((request, response) => {
  signature = request.headers['api-signature']
  response.setHeader('Content-Type', 'application/json').end('{"status":"OK"}')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseUrl = 'http://127.0.0.1:' + server.address().port
const partner = createPartner({ baseUrl, apiKey: 'KEY', secret: 'test_secret' })
const { status } = await partner.call(contract.partner.healthcheck, {})
const verified = verifyCallback({ ...makeTestCallback({ secret: 'secret' }), secret: 'secret', now: new Date() })
server.close()
console.log(status, signature, verified.ok)
`
/** The signature is the published one of this secret and path. */
const answered =
  'OK 7+wa/0bCM/f69nzRmDEDVyN92rBmE1GjvmqjpWItdlXjJcMbKcAcuNf6miVqAIl/PC45UkWX0d2tOvKdQajOgw== true\n'

const page = `
import { defineElement, mount, type CambioLoader, type Handle, type Status, type Step, type WidgetEvent } from "@cambio/embed"
import { CambioWidget } from "@cambio/embed/react"

const options = { requestId: 'x'.repeat(22), baseUrl: 'https://exchange.example' }
export const handle: Handle = mount(null, { ...options, mode: 'modal', appearance: 'dark' })
export const statusOf = (event: WidgetEvent): string => (event.kind === 'order' ? event.status : '')
export const Page = () => <CambioWidget {...options} onEvent={(event) => console.log(statusOf(event))} />
export const Element = () => <cambio-widget request-id="x" appearance="dark" locale="de" className="buy" />
// @ts-expect-error there is no such appearance
export const Odd = () => <cambio-widget request-id="x" appearance="blue" />
export const loader: CambioLoader | undefined = window.Cambio
document.querySelector('cambio-widget')?.addEventListener('cambio', ({ detail }) => statusOf(detail))
export const status: Status = 'finished'
export const step: Step = 'card'
defineElement(options.baseUrl)
defineElement()
// @ts-expect-error a request id is needed
export const missing = () => mount(null, {})
`

function tarballOf(name: string): string {
  return join(tarballs, `cambio-${name}-0.1.0.tgz`)
}

/** The programs to run a backend with, by version: the one that runs this test, and Node.js 20 if it is on the PATH. */
function nodesHere(): Map<string, string> {
  const programs = new Map([[process.versions.node, process.execPath]])
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const version = versionOf(join(folder, 'node'))
    if (version?.startsWith('20.') && !programs.has(version)) programs.set(version, join(folder, 'node'))
  }
  return programs
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
