import type { JsonSchema } from './jsonSchema.ts'

/** One field of a body or an answer, as the reference shows it. */
export type Field = {
  readonly name: string
  readonly type: string
  /** Its possible values, if there are few. */
  readonly values: readonly string[]
  readonly required: boolean
  readonly meaning: string
  /** The inner fields of an object or a list of objects. */
  readonly fields: readonly Field[]
}

/** The fields of an object or of a list of objects. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  if (schema.items) return fieldsOf(schema.items)
  const own = schema.anyOf?.find((option) => option.properties ?? option.items) ?? schema
  if (own.items) return fieldsOf(own.items)
  return Object.entries(own.properties ?? {}).map(([name, member]) => ({
    name,
    type: typeOf(member),
    values: valuesOf(member),
    required: own.required?.includes(name) ?? false,
    meaning: member.description ?? '',
    fields: fieldsOf(member),
  }))
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.enum) return kindOf(schema.enum[0])
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`
  const limits = [schema.format, schema.maxLength === undefined ? undefined : `up to ${schema.maxLength}`]
  const limited = limits.filter((limit) => limit !== undefined).join(', ')
  const kind = [schema.type ?? 'value'].flat().join(' or ')
  return limited === '' ? kind : `${kind} (${limited})`
}

function kindOf(value: unknown): string {
  return typeof value === 'number' ? 'number' : 'string'
}

function valuesOf(schema: JsonSchema): readonly string[] {
  const lists = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return lists.flatMap(({ enum: values = [] }) => values.map(String))
}
