import * as z from 'zod/mini'

/**
 * What the exchange answers, as a program that may be older reads it: a growing list of values is its known values and
 * any other string or number, and a callback may be of an unknown type.
 */
export type Open<T> =
  | OpenText<Extract<T, string>>
  | OpenNumber<Extract<T, number>>
  | OpenRest<Exclude<T, string | number>>

/** A single value names the type of its object; only lists grow. */
type OpenText<T extends string> = [T] extends [never]
  ? never
  : string extends T
    ? T
    : IsSingle<T> extends true
      ? T
      : T | AnyText

type AnyText = string & {}

/** A list of numbers, such as of versions, grows. The two values of a flag are all there are. */
type OpenNumber<T extends number> = [T] extends [never]
  ? never
  : number extends T
    ? T
    : [T] extends [0 | 1]
      ? T
      : IsSingle<T> extends true
        ? T
        : T | AnyNumber

type AnyNumber = number & {}

type OpenRest<T> = T extends readonly (infer Entry)[]
  ? Open<Entry>[]
  : T extends { readonly type: string; readonly version: 2 }
    ? OpenMembers<T> | OtherCallback
    : T extends object
      ? OpenMembers<T>
      : T

type OpenMembers<T> = { [Name in keyof T]: Open<T[Name]> }

type IsSingle<T, All = T> = T extends unknown ? ([All] extends [T] ? true : false) : never

/** A callback of a type that is newer than this package. Acknowledge it and ignore it. */
export type OtherCallback = { readonly type: AnyText; readonly version: 2 }

/**
 * The schema of an answer with its lists of values open and its unknown members kept. Known members are checked as
 * before: one that is missing or of another type makes the answer unreadable.
 */
export function openSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const known = opened.get(schema)
  if (known) return known
  const made = openedOf(schema)
  opened.set(schema, made)
  return made
}

const opened = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

function openedOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniEnum) return z.string()
  if (schema instanceof z.ZodMiniNullable) return z.nullable(openSchema(schema.def.innerType))
  if (schema instanceof z.ZodMiniOptional) return z.optional(openSchema(schema.def.innerType))
  if (schema instanceof z.ZodMiniArray) return z.array(openSchema(schema.def.element))
  if (isNumberList(schema)) return z.number()
  if (schema instanceof z.ZodMiniUnion) return z.union(openOptions(schema.def.options))
  if (schema instanceof z.ZodMiniObject) return z.looseObject(openShape(schema.def.shape))
  return schema
}

/** Whether a schema lists numbers that may become more; a flag lists 0 and 1. */
function isNumberList(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodMiniUnion)) return false
  const values = schema.def.options.flatMap((option) =>
    option instanceof z.ZodMiniLiteral ? option.def.values : [],
  )
  const isList = values.length === schema.def.options.length
  return isList && values.some((value) => typeof value === 'number' && value > 1)
}

function openShape(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.core.$ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, openSchema(member)]))
}

/** Callbacks that name their type may be of another type. */
function openOptions(options: readonly z.core.$ZodType[]): z.core.$ZodType[] {
  const types = options.flatMap((option) => typeOf(option) ?? [])
  return [...options.map(openSchema), ...(types.length > 0 ? [otherCallback(types)] : [])]
}

/** A callback whose type is none of these. */
function otherCallback(types: readonly string[]) {
  return z.looseObject({
    type: z.string().check(z.refine((type) => !types.includes(type))),
    version: z.literal(2),
  })
}

function typeOf(option: z.core.$ZodType): string | undefined {
  const type = option instanceof z.ZodMiniObject ? option.def.shape['type'] : undefined
  const [value] = type instanceof z.ZodMiniLiteral ? type.def.values : []
  return typeof value === 'string' ? value : undefined
}
