import * as z from 'zod/mini'
import { meanings } from './meanings/meanings.ts'

/** The parts of a JSON Schema that the reference reads; the rest stays unchanged. */
const JsonSchema = z.looseObject({
  $ref: z.optional(z.string()),
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

/** The names of schemas that are referred to, by the schema. */
export type Names = ReadonlyMap<z.core.$ZodType, string>

/**
 * A schema as JSON Schema, with the meaning of each field. The output of a transform is left open; its input is not.
 * Named schemas inside it become references to an OpenAPI document's components.
 */
export function jsonSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  names: Names = new Map(),
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return explained(JsonSchema.parse(rest), schema, names)
}

/** A reference to a schema if it has a name, otherwise the schema itself. */
export function jsonSchemaOrRef(schema: z.ZodMiniType, io: 'input' | 'output', names: Names): JsonSchema {
  return refTo(schema, names) ?? jsonSchema(schema, io, names)
}

function refTo(schema: z.core.$ZodType, names: Names): JsonSchema | undefined {
  const name = names.get(schema)
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
}

/** A node of the JSON Schema together with the schema that it was made from. */
function explained(node: JsonSchema, schema: z.core.$ZodType, names: Names): JsonSchema {
  const own = withoutWrappers(schema)
  const { properties, items, anyOf } = node
  return {
    ...(isOpen(own) ? withoutClosing(node) : node),
    ...(properties &&
      own instanceof z.ZodMiniObject && { properties: eachExplained(properties, own, names) }),
    ...(items && own instanceof z.ZodMiniArray && { items: inner(items, own.def.element, names) }),
    ...(anyOf && {
      anyOf: anyOf.map((option, index) => optionExplained(option, optionOf(own, index), names)),
    }),
  }
}

/** Whether an object may gain members: only a strict one may not. */
function isOpen(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodMiniObject && schema.def.catchall === undefined
}

function withoutClosing({ additionalProperties: _closed, ...node }: JsonSchema): JsonSchema {
  return node
}

/** A node inside another: a reference if its schema has a name. */
function inner(node: JsonSchema, schema: z.core.$ZodType, names: Names): JsonSchema {
  const ref = node.anyOf ? undefined : refTo(withoutWrappers(schema), names)
  return ref ?? explained(node, schema, names)
}

/** An option of a union; null needs no explanation. */
function optionExplained(option: JsonSchema, schema: z.core.$ZodType, names: Names): JsonSchema {
  return option.type === 'null' ? option : inner(option, schema, names)
}

function eachExplained(
  properties: Readonly<Record<string, JsonSchema>>,
  schema: z.ZodMiniObject,
  names: Names,
): Record<string, JsonSchema> {
  const own = meanings.get(schema)
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const field = schema.shape[name]
      const description = own?.[name]
      return [
        name,
        { ...(field ? inner(member, field, names) : member), ...(description && { description }) },
      ]
    }),
  )
}

/** An optional or nullable schema without its wrappers. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? withoutWrappers(schema.def.innerType)
    : schema
}

/** The schema of an option: one of a union's, or else the only one beside null. */
function optionOf(schema: z.core.$ZodType, index: number): z.core.$ZodType {
  return (schema instanceof z.ZodMiniUnion ? schema.def.options[index] : undefined) ?? schema
}
