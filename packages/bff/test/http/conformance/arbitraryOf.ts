import fc from 'fast-check'
import * as z from 'zod/mini'

/** The parts of a JSON Schema that values are made from. */
const JsonSchema = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.int()),
  maxLength: z.optional(z.int()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
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
type JsonSchema = z.infer<typeof JsonSchema>

/** Values that a schema takes, made from its JSON Schema alone: so that what is told of it is held to what it does. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const described = JsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return arbitraryFor(described).filter((value) => value !== '' && z.core.safeParse(schema, value).success)
}

function arbitraryFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryFor))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(schema.items ? arbitraryFor(schema.items) : fc.constant('a'), {
        minLength: 1,
        maxLength: 3,
      })
    case 'object':
      return object(schema)
    case undefined:
    default:
      return fc.constant('a')
  }
}

function object({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, arbitraryFor(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: required })
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.stringMatching(/^[a-z]{1,12}@example\.com$/),
  uri: fc.stringMatching(/^https:\/\/shop\.example\.com\/[a-z]{0,12}$/),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  date: fc
    .date({ min: new Date('1950-01-01'), max: new Date('2000-12-31') })
    .map((day) => iso(day).slice(0, 10)),
  'date-time': fc.date({ min: new Date('1950-01-01'), max: new Date('2000-12-31') }).map(iso),
}

function iso(day: Date): string {
  return day.toISOString()
}

function text({ format, pattern, minLength = 1, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const arbitrary = format === undefined ? undefined : formats[format]
  if (arbitrary) return arbitrary
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${minLength},${Math.min(maxLength, 40)}}$`))
}
