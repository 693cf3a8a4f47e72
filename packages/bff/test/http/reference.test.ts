import { readdir } from 'node:fs/promises'
import { currencies } from '@cambio/wire/Currency.ts'
import { catalogue } from '@cambio/wire/http/Problem.ts'
import { Status } from '@cambio/wire/order/Order.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declineReasons } from '../../src/reference/declineReasons.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
/** The pages of the reference by their addresses, and all that they say. */
let pages: ReadonlyMap<string, Reply>
let said: string
let partners: z.infer<typeof OpenApi>
let widgets: z.infer<typeof OpenApi>
beforeAll(async () => {
  rig = await openRig()
  pages = await everyPage()
  said = [...pages.values()].map(({ text }) => text).join('\n')
  partners = OpenApi.parse((await rig.send('GET', '/openapi.json')).body)
  widgets = OpenApi.parse((await rig.send('GET', '/openapi-widget.json')).body)
})
afterAll(() => rig.close())

/** Every page that the introduction leads to. */
async function everyPage(): Promise<ReadonlyMap<string, Reply>> {
  const introduction = await rig.send('GET', '/docs')
  const found = new Map([['/docs', introduction]])
  for (const [, path = ''] of introduction.text.matchAll(/href="(\/docs\/[a-z0-9-]+)"/g))
    if (!found.has(path)) found.set(path, await rig.send('GET', path))
  return found
}

const Schema = z.looseObject({
  $ref: z.optional(z.string()),
  description: z.optional(z.string()),
  get properties() {
    return z.optional(z.record(z.string(), Schema))
  },
  get items() {
    return z.optional(Schema)
  },
  get anyOf() {
    return z.optional(z.array(Schema))
  },
})
type Schema = z.infer<typeof Schema>
const Content = z.record(z.string(), z.looseObject({ schema: Schema }))
const Operation = z.looseObject({
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(z.looseObject({ name: z.string(), in: z.string(), description: z.optional(z.string()) })),
  ),
  requestBody: z.optional(z.looseObject({ content: Content })),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: z.optional(Content) })),
})
const Paths = z.record(z.string(), z.record(z.string(), Operation))
const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ description: z.string() }),
  paths: Paths,
  webhooks: z.optional(Paths),
  components: z.looseObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
})

const operations = () =>
  [partners, widgets].flatMap((document) =>
    Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
  )
const parameterNames = ({ parameters = [] }: z.infer<typeof Operation>) => parameters.map(({ name }) => name)

/** The fields whose meaning is not said. */
function unexplained(schema: Schema | undefined): string[] {
  if (schema?.items) return unexplained(schema.items)
  const own = Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description ? [] : [name]),
    ...unexplained(member),
  ])
  return [...own, ...(schema?.anyOf ?? []).flatMap(unexplained)]
}

/** The objects and lists of choices that are written out somewhere inside. */
function written(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const within = Object.values(part).flatMap(written)
  const isShape = ['properties', 'enum'].some((name) => Object.hasOwn(part, name)) && 'type' in part
  return isShape ? [JSON.stringify({ ...part, description: '' }), ...within] : within
}

describe('the API reference', () => {
  test('the reference names every route, status and problem, and loads nothing from elsewhere', () => {
    for (const [path, { status, text, headers }] of pages) {
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self';/)
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle="|\son\w+="/)
      expect([...text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)]).toEqual([])
    }
    const paths = [...said.matchAll(/<code class="path"\s*>(.*?)<\/code\s*>/gs)].map(([, path = '']) =>
      path.replaceAll(/<[^>]*>|\s/g, ''),
    )
    for (const { path } of operations()) if (path.startsWith('/')) expect(paths).toContain(path)
    for (const name of [...Status.options, ...Object.keys(catalogue), 'status_log'])
      expect(said).toContain(`<code>${name}</code>`)
  })

  test('the reference is small at first sight: a page with its style and scripts', async () => {
    const compressed = { headers: { 'Accept-Encoding': 'gzip' } }
    const sizeOf = async (path: string) =>
      (await (await rig.app.request(path, compressed)).arrayBuffer()).byteLength
    const names = (await readdir(new URL('../../browser', import.meta.url))).filter((name) =>
      /\.(?:js|css)$/.test(name),
    )
    const assets = await Promise.all(names.map((name) => sizeOf(`/docs/assets/${name}`)))
    const shared = assets.reduce((sum, size) => sum + size, 0)
    for (const path of pages.keys())
      expect([path, (await sizeOf(path)) + shared < 75_000]).toEqual([path, true])
  })

  test('the reference says what every field means, of every route, callback and problem', () => {
    for (const { path, method, operation } of operations()) {
      const { requestBody, responses, parameters = [] } = operation
      const bodies = [requestBody?.content, responses['200']?.content].map(
        (content) => content?.['application/json']?.schema,
      )
      const silent = parameters.filter(({ description }) => !description).map(({ name }) => name)
      expect([method, path, ...silent, ...bodies.flatMap(unexplained)]).toEqual([method, path])
    }
    for (const { components } of [partners, widgets])
      for (const [name, schema] of Object.entries(components.schemas))
        expect([name, schema.description, ...unexplained(schema)]).toEqual([name, expect.any(String)])
  })

  test('the reference lists limits, currencies, the banks’ reasons and what to test with', () => {
    const cells = [...said.matchAll(/<(?:td|li)[^>]*>([^<]*)<\//g)].map(([, cell]) => cell)
    for (const { code, title } of currencies) expect(cells).toEqual(expect.arrayContaining([code, title]))
    expect(cells).toEqual(expect.arrayContaining([...declineReasons, '100 in 1 s', '01/2038']))
  })

  test('the reference has an example of every call and its answer', () => {
    for (const { path, method, operation } of operations()) {
      if (!path.startsWith('/')) continue
      const contents = [operation.requestBody?.content, operation.responses['200']?.content]
      for (const content of contents)
        if (content)
          expect([path, method, content['application/json'] ?? content['application/jsonl']]).toHaveProperty(
            '2.example',
          )
    }
    expect(said).toContain('/api/v2/public/ticker/BTC-EUR')
  })

  test('the reference names what stands in more than one place', () => {
    for (const { paths, webhooks, components } of [partners, widgets]) {
      const bodies = [...written(paths), ...written(webhooks), ...written(components.schemas)]
      expect(bodies.filter((body, index) => bodies.indexOf(body) < index)).toEqual([])
    }
  })

  test('the reference keeps what the widget calls in a document of its own', () => {
    for (const path of Object.keys(partners.paths)) expect(path).not.toContain('/widget/')
    for (const path of Object.keys(widgets.paths)) expect(path).toContain('/widget/')
    expect(partners.info.description).toContain('/openapi-widget.json')
    expect(said).toContain('href="/openapi-widget.json"')
    for (const [path, { text }] of pages)
      expect([path, text.includes('id="GET-/api/widget/')]).toEqual([path, path === '/docs/widget-internals'])
  })

  test('the reference says what callbacks promise about their order, and where they promise nothing', () => {
    const { description = '' } = partners.webhooks?.['orderChangedV2']?.['post'] ?? {}
    for (const words of ['at most five minutes', 'an old one may come last', 'more than once']) {
      expect(description).toContain(words)
      expect(said).toContain(words)
    }
  })

  test.each(['/openapi.json', '/openapi-widget.json'])(
    'the document %s passes a strict linter',
    async (path) => {
      const { text: source } = await rig.send('GET', path)
      // A path's own word is never an id beside it: ids that are one are refused as id_reserved.
      const rules = { 'no-ambiguous-paths': 'off' } as const
      const config = await createConfig({ extends: ['recommended-strict'], rules })
      const problems = await lintFromString({ source, absoluteRef: path, config })
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    },
  )

  test('the reference explains a word twice where it has two meanings', () => {
    const meaningOf = (schema: Schema | undefined) => schema?.properties?.['status']?.description
    expect(meaningOf(partners.components.schemas['OrderData'])).toContain('order')
    expect(meaningOf(partners.components.schemas['Problem'])).toContain('HTTP')
  })

  test('the reference says which rules the fields of a widget request have between them', () => {
    const { description = '' } = partners.paths['/api/v2/partner/create_request']?.['post'] ?? {}
    for (const code of ['fixed_and_default', 'fields_incompatible', 'field_requires', 'amount_out_of_bounds'])
      expect(description).toContain(code)
    expect(said).toContain(description.slice(0, 60))
  })

  test('the reference says what a problem carries for a client to act on', () => {
    const { properties = {} } = partners.components.schemas['Problem'] ?? {}
    for (const name of ['bounds', 'client_order_id', 'quote', 'retry_after']) {
      expect(properties[name]?.description).toBeTypeOf('string')
      expect(said).toContain(`<code>${name}</code>`)
    }
  })

  test('the reference says what is signed: a partner’s request, with its time, and a callback', () => {
    const signed = partners.paths['/api/v2/partner/order/{partner_order_id}']?.['get']
    expect(parameterNames(z.parse(Operation, signed))).toEqual([
      'partner_order_id',
      'API-Signature-Version',
      'API-Timestamp',
    ])
    const callback = z.parse(Operation, partners.webhooks?.['orderChangedV2']?.['post'])
    expect(parameterNames(callback)).toEqual(['webhook-id', 'webhook-timestamp'])
    expect(callback.security).toEqual([{ callbackSignature: [] }, { standardWebhooks: [] }])
    expect(partners.components.securitySchemes).toMatchObject({
      callbackSignature: { in: 'header', name: 'API-Signature' },
      standardWebhooks: { in: 'header', name: 'webhook-signature' },
    })
    for (const header of ['API-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(said).toContain(`<code>${header}</code>`)
    for (const words of ['whsec_', 'callback version, 1 or 2']) expect(said).toContain(words)
  })

  test('the reference lists what each route answers and refuses, and nothing that it cannot', () => {
    for (const { method, operation } of operations()) {
      if (method !== 'get') continue
      expect(operation.responses).not.toHaveProperty('413')
      expect(operation.responses).not.toHaveProperty('415')
      expect(JSON.stringify(operation)).not.toContain('malformed_json')
    }
    const health = partners.paths['/api/v2/partner/healthcheck']?.['get']?.responses
    expect(health?.['200']?.content).toMatchObject(health?.['503']?.content ?? { is: 'missing' })
    const used = widgets.paths['/api/widget/{entry}/draft']?.['put']?.responses['409']
    expect(used?.description).toContain('request_used: This request already has an order')
  })
})
