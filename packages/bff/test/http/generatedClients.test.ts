import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve, type Serving } from '@cambio/server/http/serve.ts'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

/* What two generators make of /openapi.json compiles, has types where callers need them, and reaches the product. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))

let rig: Rig
let serving: Serving
let folder: string
beforeAll(async () => {
  rig = await openRig()
  serving = await serve((request) => rig.app.request(request), { host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'cambio-clients-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(
    join(root, 'packages/bff/node_modules/openapi-fetch'),
    join(folder, 'node_modules/openapi-fetch'),
  )
  await write('package.json', { type: 'module' })
  await write('tsconfig.json', {
    compilerOptions: { ...compilerOptions, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  })
})
afterAll(async () => {
  await serving.close()
  await rig.close()
  await rm(folder, { recursive: true })
})

const compilerOptions = {
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  // What comes with the compiler is not ours.
  skipDefaultLibCheck: true,
}

/** Requests a price, then one that there is not; the compiler checks every field that is sent or read. */
const requests = `
const body = { partner_order_id: 'a', payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }
const payin: string | undefined = (await fee(body)).data?.payin_amount
const refused = await fee({ ...body, payin_group: 'crypto' })
const code: string | undefined = refused.error?.code
// @ts-expect-error There is no such way to pay.
const wrong = await fee({ ...body, payin_group: 'cash' })
// @ts-expect-error An amount is text.
const amount: number | undefined = (await fee(body)).data?.payin_amount
console.log(JSON.stringify([payin, code, wrong.error?.errors[0]?.pointer]))
`
const output = '["100.00","group_unavailable","/payin_group"]'

const withFetch = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'
type Request = paths['/api/v2/public/order/fee']['post']['requestBody']['content']['application/json']
type Status = components['schemas']['OrderData']['status']
const statuses: Status[] = ['finished']
const client = createClient<paths>({ baseUrl: '%s' })
const fee = (body: Request) => client.POST('/api/v2/public/order/fee', { body })
${requests}`

const withHeyApi = `
import { client } from './generated/client.gen.js'
import { publicFee, type OrderData, type PublicFeeData } from './generated/index.js'
const statuses: OrderData['status'][] = ['finished']
client.setConfig({ baseUrl: '%s' })
const fee = (body: PublicFeeData['body']) => publicFee({ body })
${requests}`

test('the clients of openapi-typescript and @hey-api/openapi-ts compile, and call the product', async () => {
  const document = await (await rig.app.request('/openapi.json')).text()
  await write('openapi.json', JSON.parse(document))
  const baseUrl = `http://127.0.0.1:${serving.port}`
  await writeSource('schema.ts', astToString(await openapiTS(document)))
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'src/generated'), module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  await writeSource('withFetch.ts', withFetch.replace('%s', baseUrl))
  await writeSource('withHeyApi.ts', withHeyApi.replace('%s', baseUrl))
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) =>
    expect(stdout).toBe(''),
  )
  for (const program of ['withFetch', 'withHeyApi']) {
    const { stdout } = await run(process.execPath, [join(folder, 'dist', `${program}.js`)])
    expect([program, stdout.trim()]).toEqual([program, output])
  }
})

function write(name: string, content: object): Promise<void> {
  return writeFile(join(folder, name), JSON.stringify(content))
}

async function writeSource(name: string, text: string): Promise<void> {
  await mkdir(join(folder, 'src'), { recursive: true })
  await writeFile(join(folder, 'src', name), text)
}
