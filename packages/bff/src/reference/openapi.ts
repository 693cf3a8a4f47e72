import { contract } from '@cambio/wire/contract.ts'
import { CallbackV1, CallbackV2 } from '@cambio/wire/Callback.ts'
import { catalogue, Problem, type Code } from '@cambio/wire/Problem.ts'
import { refusalsOf, type Caller, type Route } from '@cambio/wire/route.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1: the same schemas that validate, and the codes that each route refuses with. */
export function openapi(input: { baseUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries<Readonly<Record<string, Route>>>(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const known = paths[route.path] ?? {}
      paths[route.path] = { ...known, [route.method.toLowerCase()]: operation(group, name, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cambio',
      version: input.version,
      description: 'The exchange: prices, orders and widget requests. How to sign and what may fail: /docs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: input.baseUrl }],
    paths,
    webhooks: {
      orderChangedV2: webhook('A change of an order, version 2', CallbackV2),
      orderChangedV1: webhook('A change of an order, version 1', CallbackV1),
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'API-Key' },
        apiSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'API-Signature',
          description:
            'base64(HMAC-SHA512(secret, SHA256(path + body))); with API-Timestamp, that goes in front of the path',
        },
        session: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  }
}

/** The codes a route may refuse with, its own and everyone's, by status. */
export function codesByStatus(route: Route): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>()
  for (const code of refusalsOf(route)) {
    const { status } = catalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}

/** A schema as JSON Schema. What a transform makes of an input is left open; what is sent is not. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const security: Readonly<Record<Caller, readonly Json[]>> = {
  anyone: [],
  partner: [{ apiKey: [], apiSignature: [] }],
  widget: [{}, { session: [] }],
  buyer: [{ session: [] }],
}

function operation(group: string, name: string, route: Route): Json {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(route.idempotent ? [idempotencyKey] : []),
  ]
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: route.summary,
    security: security[route.caller],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: json(schemaOf(route.body, 'input')) } }),
    responses: {
      '200': { description: 'Done', content: json(schemaOf(route.answer, 'output')) },
      ...Object.fromEntries([...codesByStatus(route)].map(refusal)),
    },
  }
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a retry safe: the same request under the same key is answered with the same bytes.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function refusal([status, codes]: [number, readonly Code[]]): [string, Json] {
  const problem = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  }
  return [
    String(status),
    {
      description: codes.map((code) => `${code}: ${catalogue[code].title}`).join('. '),
      content: { 'application/problem+json': { schema: problem } },
    },
  ]
}

function webhook(summary: string, schema: z.ZodMiniType): Json {
  return {
    post: {
      summary,
      requestBody: { required: true, content: json(schemaOf(schema, 'output')) },
      responses: {
        '2XX': { description: 'Acknowledged' },
        '410': { description: 'No more callbacks, please' },
      },
    },
  }
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}
