import type * as z from 'zod/mini'

/** An object schema, and what each of its fields means. */
export type Explained = readonly [schema: z.ZodMiniObject, meanings: Readonly<Record<string, string>>]

/** Says what each field of an object schema means. It does not compile while a field is left out. */
export function explain<Schema extends z.ZodMiniObject>(
  schema: Schema,
  meanings: { readonly [Field in keyof Schema['shape']]: string },
): Explained {
  return [schema, meanings]
}
