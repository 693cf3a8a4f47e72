import { Status } from '@cambio/wire/Order.ts'
import { catalogue } from '@cambio/wire/Problem.ts'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Reply, type Rig } from './rig.ts'

let rig: Rig
let page: Reply
let document: z.infer<typeof OpenApi>
beforeAll(async () => {
  rig = await openRig()
  page = await rig.send('GET', '/docs')
  document = OpenApi.parse((await rig.send('GET', '/openapi.json')).body)
})
afterAll(() => rig.close())

const Schema = z.looseObject({
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
const Content = z.record(z.string(), z.object({ schema: Schema }))
const Operation = z.looseObject({
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(z.looseObject({ name: z.string(), in: z.string(), description: z.optional(z.string()) })),
  ),
  requestBody: z.optional(z.looseObject({ content: Content })),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: z.optional(Content) })),
})
const Paths = z.record(z.string(), z.record(z.string(), Operation))
const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ description: z.string() }),
  paths: Paths,
  webhooks: Paths,
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
})

const operations = () =>
  Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
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

describe('the API reference', () => {
  test('names every route, status and problem, and loads nothing from elsewhere', () => {
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('script-src')
    for (const { path } of operations())
      if (path.startsWith('/')) expect(page.text).toContain(` ${path}</code>`)
    for (const name of [...Status.options, ...Object.keys(catalogue), 'client_order.status_log'])
      expect(page.text).toContain(`<code>${name}</code>`)
    expect([...page.text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)]).toEqual([])
  })

  test('says what every field means, of every route, callback and problem', () => {
    for (const { path, method, operation } of operations()) {
      const { requestBody, responses, parameters = [] } = operation
      const bodies = [requestBody?.content, responses['200']?.content].map(
        (content) => content?.['application/json']?.schema,
      )
      const silent = parameters.filter(({ description }) => !description).map(({ name }) => name)
      expect([method, path, ...silent, ...bodies.flatMap(unexplained)]).toEqual([method, path])
    }
    expect(unexplained(document.components.schemas['Problem'])).toEqual([])
  })

  test('says of one word two things where it means two', () => {
    const meaningOf = (schema: Schema | undefined) => schema?.properties?.['status']?.description
    const order = document.paths['/api/v2/partner/order/{partner_order_id}']?.['get']
    expect(meaningOf(order?.responses['200']?.content?.['application/json']?.schema)).toContain('order')
    expect(meaningOf(document.components.schemas['Problem'])).toContain('HTTP')
  })

  test('says which rules the fields of a widget request have between them', () => {
    const { description = '' } = document.paths['/api/v2/partner/create_request']?.['post'] ?? {}
    for (const code of ['fixed_and_default', 'fields_incompatible', 'field_requires', 'amount_out_of_bounds'])
      expect(description).toContain(code)
    expect(page.text).toContain(description.slice(0, 60))
  })

  test('says what a problem carries for a client to act on', () => {
    const { properties = {} } = document.components.schemas['Problem'] ?? {}
    for (const name of ['bounds', 'client_order_id', 'quote', 'retry_after']) {
      expect(properties[name]?.description).toBeTypeOf('string')
      expect(page.text).toContain(`<code>${name}</code>`)
    }
  })

  test('says what is signed: a partner’s request, with its time, and a callback', () => {
    const signed = document.paths['/api/v2/partner/order/{partner_order_id}']?.['get']
    expect(parameterNames(z.parse(Operation, signed))).toEqual(['partner_order_id', 'API-Timestamp'])
    const callback = document.webhooks['orderChangedV2']?.['post']
    const headers = ['API-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']
    expect(parameterNames(z.parse(Operation, callback))).toEqual(headers)
    for (const header of headers) expect(page.text).toContain(`<code>${header}</code>`)
    for (const words of ['whsec_', 'callback version, 1 or 2']) expect(page.text).toContain(words)
  })

  test('lists what each route answers and refuses, and nothing that it cannot', () => {
    for (const { method, operation } of operations()) {
      if (method !== 'get') continue
      expect(operation.responses).not.toHaveProperty('413')
      expect(operation.responses).not.toHaveProperty('415')
      expect(JSON.stringify(operation)).not.toContain('malformed_json')
    }
    const health = document.paths['/api/v2/partner/healthcheck']?.['get']?.responses
    expect(health?.['503']?.content).toEqual(health?.['200']?.content)
    const used = document.paths['/api/widget/{entry}/draft']?.['put']?.responses['409']
    expect(used?.description).toContain('request_used: This request has its order already')
  })
})
