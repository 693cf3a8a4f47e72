import { writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPartner } from '@cambio/partner/client.ts'
import { isAlive } from '@cambio/server/postgres/embedded/postmaster.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { watchSources } from '../dev/watchSources.ts'
import { fromSources } from '../dev/widgetPage.ts'
import { sandboxPartner } from '../src/sandbox.ts'
import { supervise } from '../src/supervise.ts'
import { startLauncher } from './Launcher.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-dev-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('pnpm dev serves the widget from its sources under the policy of the exchange, and the rest as the exchange does', async () => {
  const folder = await temporaryFolder()
  const launcher = startLauncher({ DATA_DIR: folder }, 'dev/main.ts')
  onTestFinished(async () => {
    const { pid } = JSON.parse(await readFile(join(folder, 'chain/node.json'), 'utf8')) as { pid: number }
    launcher.signal('SIGTERM')
    expect(await launcher.ended).toBe(0)
    // The node is in a session of its own: it would outlive a launcher that ends before it has ended it.
    expect(isAlive(pid)).toBe(false)
  })
  const { exchange } = (await launcher.ready).addresses
  const partner = createPartner({ baseUrl: exchange.url, ...sandboxPartner })
  const made = await partner.call(contract.partner.createRequest, { body: {} })
  const { status, headers, html } = await pageAt(`${exchange.url}/w/${made.request_id}`)
  expect(status).toBe(200)
  expect(html).toContain('src="/widget/src/main.tsx"')
  expect(html).not.toMatch(/\/widget\/assets\/[^"#]+\.(?:js|css)/)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']+';/)
  const script = await fetch(`${exchange.url}/widget/src/main.tsx`)
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript'])
  expect(await script.text()).toContain('createRoot')
  const { countries_url } = z
    .object({ countries_url: z.string() })
    .parse(await (await fetch(`${exchange.url}/api/widget/${made.request_id}`)).json())
  const countries = await fetch(exchange.url + countries_url)
  expect([countries.status, await countries.json()]).toEqual([
    200,
    expect.arrayContaining([expect.objectContaining({ code: 'DE' })]),
  ])
  const health = await fetch(`${exchange.url}/api/v2/partner/healthcheck`)
  expect(await health.json()).toEqual({ status: 'OK' })
})

async function pageAt(url: string) {
  const answer = await fetch(url)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('a page of the widget from its sources keeps the rest of its policy and of itself', () => {
  const page = fromSources(
    {
      html: '<head><title>Buy</title><script type="module" crossorigin src="/widget/assets/index-a1.js"></script></head><body>',
      policy: "default-src 'none'; style-src 'self'; frame-ancestors https://shop.example",
    },
    { preamble: '/widget/@preamble', nonce: 'N' },
  )
  expect(page.policy).toBe(
    "default-src 'none'; style-src 'self' 'nonce-N'; frame-ancestors https://shop.example",
  )
  expect(page.html).toMatch(/^<head><title>Buy<\/title><meta property="csp-nonce" nonce="N" \/>/)
  expect(page.html).not.toContain('index-a1.js')
})

test('each source restarts the programs that use it, once for files written together, and a test restarts none', async () => {
  const packages = await temporaryFolder()
  const folders = [
    'bff/src',
    'exchange/src',
    'rails/src',
    'server/src',
    'wire/src',
    'cards/src',
    'cards/frame',
    'embed/src',
  ]
  for (const folder of folders) await mkdir(join(packages, folder), { recursive: true })
  const restarts: string[] = []
  const restart = (program: string, why: string) => void restarts.push(`${program}: ${why}`)
  const watch = watchSources({ restart, print: () => {}, packages })
  onTestFinished(() => watch.close())
  // In one turn, so that no pause of the machine's lies between them.
  writeFileSync(join(packages, 'bff/src/quote.test.ts'), '')
  writeFileSync(join(packages, 'bff/src/quote.ts'), 'a')
  writeFileSync(join(packages, 'bff/src/quote.ts'), 'b')
  await expect.poll(() => restarts).toEqual(['exchange: packages/bff/src/quote.ts changed.'])
  await writeFile(join(packages, 'wire/src/Money.ts'), '')
  await expect.poll(() => restarts).toHaveLength(3)
  expect(restarts.slice(1)).toEqual([
    'exchange: packages/wire/src/Money.ts changed.',
    'cards: packages/wire/src/Money.ts changed.',
  ])
})

/** A program that is kept running, and what is said of it. */
async function supervised(stopped: AbortSignal) {
  const entry = join(await temporaryFolder(), 'program.mjs')
  await writeFile(entry, `process.send('ready')\nprocess.on('SIGTERM', () => process.exit(0))\n`)
  const sent: string[] = []
  const program = { name: 'exchange', entry: pathToFileURL(entry), environment: {}, onLine: () => {} }
  const running = await supervise(program, { print: (sentence) => void sent.push(sentence), stopped })
  onTestFinished(() => running.stop())
  return { running, sent }
}

test('a program that a Ctrl-C has ended before its launcher hears of it is not started again', async () => {
  const stop = new AbortController()
  const { running, sent } = await supervised(stop.signal)
  process.kill(running.pid, 'SIGTERM')
  await expect.poll(() => isAlive(running.pid), { interval: 5 }).toBe(false)
  stop.abort()
  await running.stop()
  expect(sent).toEqual([])
})

test('a program that is restarted on request is a new process, and the reason is shown', async () => {
  const { running, sent } = await supervised(new AbortController().signal)
  const first = running.pid
  running.restart('Money.ts changed.')
  await expect.poll(() => sent).toContain('The exchange is back.')
  expect(sent[0]).toBe('Money.ts changed. The exchange is being started again.')
  expect(running.pid).not.toBe(first)
})
