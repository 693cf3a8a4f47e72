import { jsonSchema, jsonSchemaOrRef, type JsonSchema } from './jsonSchema.ts'
import { problemMembers } from './problemMembers.ts'
import { nameOf, shapes } from './shapes.ts'

/** The named schemas that a document refers to, and those that they refer to, by their names. */
export function schemasOf(document: unknown): Record<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>()
  const add = (part: unknown): void => {
    for (const name of namesIn(part)) {
      if (schemas.has(name)) continue
      const schema = schemaNamed(name)
      schemas.set(name, schema)
      add(schema)
    }
  }
  add(document)
  return Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function namesIn(part: unknown): readonly string[] {
  return [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
}

function schemaNamed(name: string): JsonSchema {
  const shape = shapes[name]
  if (!shape) throw new Error(`There is no schema ${name}`)
  const { schema, about, io = 'output' } = shape
  const described = { description: about, ...jsonSchema(schema, io, nameOf) }
  return name === 'Problem'
    ? { ...described, properties: { ...described.properties, ...members() } }
    : described
}

/** The members of some problems that a client can act on. */
function members(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(problemMembers).map(([name, { about, schema }]) => [
      name,
      { ...jsonSchemaOrRef(schema, 'output', nameOf), description: about },
    ]),
  )
}
