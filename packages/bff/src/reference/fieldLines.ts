import * as z from 'zod/mini'

/** One field of a body or an answer, for a table. */
export type FieldLine = { readonly name: string; readonly type: string; readonly required: boolean }

const Node = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  maxLength: z.optional(z.number()),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), Node))
  },
  get items() {
    return z.optional(Node)
  },
  get additionalProperties() {
    return z.optional(z.union([z.boolean(), Node]))
  },
  get anyOf() {
    return z.optional(z.array(Node))
  },
})
type Node = z.infer<typeof Node>

/** The fields of an object or of a list of objects, inner ones by their path. */
export function fieldsOf(schema: z.ZodMiniType, io: 'input' | 'output'): FieldLine[] {
  return inside(Node.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' })), '')
}

function inside(node: Node, path: string): FieldLine[] {
  if (node.items) return inside(node.items, `${path}[]`)
  const own = node.anyOf?.find((option) => option.properties) ?? node
  return Object.entries(own.properties ?? {}).flatMap(([name, member]) => {
    const full = path === '' ? name : `${path}.${name}`
    const line = { name: full, type: typeOf(member), required: own.required?.includes(name) ?? false }
    return [line, ...inside(member, full)]
  })
}

function typeOf(node: Node): string {
  if (node.anyOf) return [...new Set(node.anyOf.map(typeOf))].join(' or ')
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(', ')
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.type === 'array') return `list of ${node.items ? typeOf(node.items) : 'values'}`
  const limits = [node.format, node.maxLength === undefined ? undefined : `up to ${node.maxLength}`]
  const said = limits.filter((limit) => limit !== undefined).join(', ')
  const kind = [node.type ?? 'value'].flat().join(' or ')
  return said === '' ? kind : `${kind} (${said})`
}
