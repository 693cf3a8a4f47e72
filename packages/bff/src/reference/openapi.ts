import { contract } from '@cambio/wire/contract.ts'
import { CallbackV1, CallbackV2 } from '@cambio/wire/Callback.ts'
import { catalogue, Problem, type Code } from '@cambio/wire/Problem.ts'
import { refusalsOf, type Route } from '@cambio/wire/route.ts'
import type * as z from 'zod/mini'
import { callers } from '../callers/callers.ts'
import { callbackHeaders } from './callbackHeaders.ts'
import { jsonSchema, type JsonSchema } from './jsonSchema.ts'
import { notes } from './notes.ts'
import { problemMembers } from './problemMembers.ts'
import { statuses, subStatuses } from './statuses.ts'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1: the same schemas that validate, and the codes that each route refuses with. */
export function openapi(input: { baseUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries<Readonly<Record<string, Route>>>(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      paths[route.path] = {
        ...paths[route.path],
        [route.method.toLowerCase()]: operation(group, name, route),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cambio',
      version: input.version,
      description: `The exchange: prices, orders and widget requests. How to sign and what may fail: /docs.\n\n${statusList()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: input.baseUrl }],
    paths,
    webhooks: {
      orderChangedV2: webhook('A change of an order, version 2', CallbackV2),
      orderChangedV1: webhook('A change of an order, version 1', CallbackV1),
    },
    components: {
      securitySchemes: Object.assign({}, ...Object.values(callers).map(({ reference }) => reference.schemes)),
      schemas: { Problem: problemSchema() },
    },
  }
}

/** The codes a route may refuse with, its own and everyone's, by status. One that the answer has is no refusal's. */
export function codesByStatus(route: Route): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>()
  for (const code of refusalsOf(route)) {
    const { status } = catalogue[code]
    if (status === route.alsoStatus) continue
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}

function operation(group: string, name: string, route: Route): Json {
  const { security, headers } = callers[route.caller].reference
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...headers,
    ...(route.idempotent ? [idempotencyKey] : []),
  ]
  const answer = json(jsonSchema(route.answer, 'output'))
  const note = notes[`${group}.${name}`]
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: route.summary,
    ...(note && { description: note }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: json(jsonSchema(route.body, 'input')),
      },
    }),
    responses: {
      '200': { description: 'Done', content: answer },
      ...(route.alsoStatus && { [route.alsoStatus]: { description: route.summary, content: answer } }),
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
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description && { description }),
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
      parameters: Object.entries(callbackHeaders).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: json(jsonSchema(schema, 'output')) },
      responses: {
        '2XX': { description: 'Acknowledged' },
        '410': { description: 'No more callbacks, please' },
      },
    },
  }
}

/** What every problem has, and what some have for a client to act on. */
function problemSchema(): JsonSchema {
  const { properties, ...rest } = jsonSchema(Problem, 'output')
  const described = Object.entries(problemMembers).map(([name, { about, schema }]) => [
    name,
    { ...jsonSchema(schema, 'output'), description: about },
  ])
  return { ...rest, properties: { ...properties, ...Object.fromEntries(described) } }
}

function statusList(): string {
  const lines = Object.entries({ ...statuses, ...subStatuses }).map(
    ([name, about]) => `- \`${name}\`: ${about}`,
  )
  return `Order statuses, and what a pending order waits for:\n\n${lines.join('\n')}`
}

function json(schema: JsonSchema): Json {
  return { 'application/json': { schema } }
}
