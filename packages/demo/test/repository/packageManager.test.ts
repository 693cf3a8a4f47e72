import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

/* What `npm start` fetches first, from a registry of the test's own that has something else under the same name. */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const machine = `${process.platform}-${process.arch}`
const name = `@pnpm/exe.${machine}`
const Pinned = z.object({ version: z.string(), integrity: z.record(z.string(), z.string()) })

let folder: string
let registry: Server
let served: Buffer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-pnpm-'))
  for (const file of ['pnpm.mjs', 'pinned.json'])
    await cp(join(root, '.package-manager', file), join(folder, file))
  served = await packed(`#!/bin/sh\necho ran > ${folder}/ran\necho "$@"\ncommand -v pnpm\nexit 7\n`)
  registry = await openRegistry()
})
afterEach(async () => {
  registry.close()
  await rm(folder, { recursive: true })
})

const pinned = async () => Pinned.parse(JSON.parse(await readFile(join(folder, 'pinned.json'), 'utf8')))

async function pin(integrity: string): Promise<void> {
  const { version } = await pinned()
  await writeFile(
    join(folder, 'pinned.json'),
    JSON.stringify({ version, integrity: { [machine]: integrity } }),
  )
}

/** The package of pnpm, with another program in it. */
async function packed(program: string): Promise<Buffer> {
  const source = join(folder, 'source')
  await mkdir(source)
  const { version } = await pinned()
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version }))
  await writeFile(join(source, 'pnpm'), program)
  await chmod(join(source, 'pnpm'), 0o755)
  await call('npm', ['pack', '--silent', '--pack-destination', folder], source)
  const file = (await readdir(folder)).find((each) => each.endsWith('.tgz'))
  return readFile(join(folder, file ?? ''))
}

async function openRegistry(): Promise<Server> {
  const { version } = await pinned()
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(served)
    const tarball = `http://${request.headers.host}/pnpm.tgz`
    response.setHeader('Content-Type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { name, version, dist: { tarball, integrity: integrityOf(served) } } },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

async function call(program: string, words: readonly string[], cwd: string) {
  const address = registry?.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const child = spawn(program, words, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      npm_config_fetch_retries: '0',
      npm_config_registry: `http://127.0.0.1:${port ?? 9}/`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

const run = (...words: string[]) => call(process.execPath, [join(folder, 'pnpm.mjs'), ...words], folder)

describe('pnpm', () => {
  test('pnpm is not run if its hash differs from the pinned one', async () => {
    await pin(integrityOf(Buffer.from('another')))
    const { code, stdout, stderr } = await run('--version')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'came with another hash than .package-manager/pinned.json has; nothing of it was run',
    )
    expect(stderr).toContain(`Received ${integrityOf(served)}`)
    expect(await readdir(join(folder, 'bin'))).toEqual([])
    expect(await readdir(folder)).not.toContain('ran')
  })

  test('pnpm with the right hash runs with its arguments, by its name from scripts, and is fetched once', async () => {
    await pin(integrityOf(served))
    const first = await run('run', 'up')
    expect(first).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(/^run up\n.*\/bin\/\w{16}\/pnpm\n$/),
    })
    registry.close()
    expect(await run('again')).toMatchObject({ code: 7, stdout: expect.stringMatching(/^again\n/) })
  })

  test('pnpm that npm cannot fetch is reported with what to do', async () => {
    await pin(integrityOf(served))
    registry.close()
    const { code, stderr } = await run('--version')
    expect([code, stderr]).toEqual([1, expect.stringContaining('check that it reaches its registry')])
    expect(await readdir(join(folder, 'bin'))).toEqual([])
  })
})

test('nothing else in this project fetches pnpm', async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  for (const script of ['start', 'test'])
    expect(scripts[script]).toMatch(/^node \.package-manager\/pnpm\.mjs run \w+$/)
  expect(JSON.stringify(scripts)).not.toMatch(/npx|npm exec|pnpm@/)
})
