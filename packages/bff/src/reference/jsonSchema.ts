import * as z from 'zod/mini'
import { meaningOf } from './meanings.ts'

/** The parts of a JSON Schema that the reference looks into; the rest stays as it is. */
const JsonSchema = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  maxLength: z.optional(z.number()),
  description: z.optional(z.string()),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), JsonSchema))
  },
  get items() {
    return z.optional(JsonSchema)
  },
  get anyOf() {
    return z.optional(z.array(JsonSchema))
  },
})
export type JsonSchema = z.infer<typeof JsonSchema>

/**
 * A schema as JSON Schema, each field with what it means. What a transform makes of an input is left open; what is
 * sent is not.
 * @param place the route and part it stands in, as `partner.createOrder.body`
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', place: string): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return explained(JsonSchema.parse(rest), place, '')
}

function explained(node: JsonSchema, place: string, path: string): JsonSchema {
  const { properties, items, anyOf } = node
  return {
    ...node,
    ...(properties && { properties: eachExplained(properties, place, path) }),
    ...(items && { items: explained(items, place, `${path}[]`) }),
    ...(anyOf && { anyOf: anyOf.map((option) => explained(option, place, path)) }),
  }
}

function eachExplained(
  properties: Readonly<Record<string, JsonSchema>>,
  place: string,
  path: string,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const full = path === '' ? name : `${path}.${name}`
      const description = meaningOf(place, full)
      return [name, { ...explained(member, place, full), ...(description && { description }) }]
    }),
  )
}
