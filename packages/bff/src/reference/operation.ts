import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import { refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import type * as z from 'zod/mini'
import { callers } from '../callers/callers.ts'
import { answerOf, exampleOf } from './examples.ts'
import { jsonSchema, jsonSchemaOrRef, type JsonSchema } from './jsonSchema.ts'
import { notes } from './notes.ts'
import { nameOf } from './shapes.ts'

type Json = Record<string, unknown>

/** A route as an operation of OpenAPI. */
export function operation(group: string, name: string, route: Route): Json {
  const example = exampleOf(`${group}.${name}`, route)
  const { security, headers } = callers[route.caller].reference
  const parameters = [
    ...parametersOf(route.params, 'path', example.params),
    ...parametersOf(route.query, 'query', example.query),
    ...headers,
    ...(route.idempotent ? [idempotencyKey] : []),
  ]
  const schema = jsonSchemaOrRef(route.answer, 'output', nameOf)
  const answer = (route.isRows ? rows : json)(schema, answerOf(`${group}.${name}`, route))
  const note = notes[`${group}.${name}`]
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: route.summary,
    ...(note && { description: note.join('\n\n') }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: json(jsonSchemaOrRef(route.body, 'input', nameOf), example.body),
      },
    }),
    responses: {
      '200': { description: 'Done', content: answer },
      ...(route.alsoStatus && {
        [route.alsoStatus]: {
          description: route.summary,
          content: json(jsonSchemaOrRef(route.answer, 'output', nameOf)),
        },
      }),
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

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>>,
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', nameOf)
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description && { description }),
    ...(examples[name] !== undefined && { example: examples[name] }),
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

/** Rows in either form; in JSON lines each is as described. */
function rows(schema: JsonSchema, example?: unknown): Json {
  return {
    'text/csv': { schema: { type: 'string' } },
    'application/jsonl': { schema, ...(example !== undefined && { example }) },
  }
}

function json(schema: JsonSchema, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

/**
 * The codes of a route's refusals, its own and the common ones, by status. The status of the regular answer is left
 * out.
 */
export function codesByStatus(route: Route): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>()
  for (const code of refusalsOf(route)) {
    const { status } = catalogue[code]
    if (status === route.alsoStatus) continue
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}
