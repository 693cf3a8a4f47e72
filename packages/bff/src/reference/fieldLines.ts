import type { JsonSchema } from './jsonSchema.ts'

/** One field of a body or an answer, for a table. */
export type FieldLine = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly meaning: string
}

/** The fields of an object or of a list of objects, inner ones by their path. */
export function fieldsOf(schema: JsonSchema, path = ''): FieldLine[] {
  if (schema.items) return fieldsOf(schema.items, `${path}[]`)
  const own = schema.anyOf?.find((option) => option.properties) ?? schema
  return Object.entries(own.properties ?? {}).flatMap(([name, member]) => {
    const full = path === '' ? name : `${path}.${name}`
    const required = own.required?.includes(name) ?? false
    const line = { name: full, type: typeOf(member), required, meaning: member.description ?? '' }
    return [line, ...fieldsOf(member, full)]
  })
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`
  const limits = [schema.format, schema.maxLength === undefined ? undefined : `up to ${schema.maxLength}`]
  const limited = limits.filter((limit) => limit !== undefined).join(', ')
  const kind = [schema.type ?? 'value'].flat().join(' or ')
  return limited === '' ? kind : `${kind} (${limited})`
}
