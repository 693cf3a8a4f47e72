import * as z from 'zod/mini'
import { meanings } from './meanings/meanings.ts'

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
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return explained(JsonSchema.parse(rest), schema)
}

/** A node of the JSON Schema together with the schema that it was made from. */
function explained(node: JsonSchema, schema: z.core.$ZodType): JsonSchema {
  const own = withoutWrappers(schema)
  const { properties, items, anyOf } = node
  return {
    ...node,
    ...(properties && own instanceof z.ZodMiniObject && { properties: eachExplained(properties, own) }),
    ...(items && own instanceof z.ZodMiniArray && { items: explained(items, own.def.element) }),
    ...(anyOf && { anyOf: anyOf.map((option, index) => explained(option, optionOf(own, index))) }),
  }
}

function eachExplained(
  properties: Readonly<Record<string, JsonSchema>>,
  schema: z.ZodMiniObject,
): Record<string, JsonSchema> {
  const own = meanings.get(schema)
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const field = schema.shape[name]
      const description = own?.[name]
      return [name, { ...(field ? explained(member, field) : member), ...(description && { description }) }]
    }),
  )
}

/** A schema that may be left out or null as what it is otherwise. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? withoutWrappers(schema.def.innerType)
    : schema
}

/** The schema of an option: one of a union's, or else the only one there is beside null. */
function optionOf(schema: z.core.$ZodType, index: number): z.core.$ZodType {
  return (schema instanceof z.ZodMiniUnion ? schema.def.options[index] : undefined) ?? schema
}
