/**
 * Whether a value has the form of a `T`. The first screen checks with these what it reads: a library would be its
 * largest part.
 */
export type Check = (value: unknown) => boolean

/** A check that stands for a type, and is written like the schemas of the later steps. */
export type Shape<T> = {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: T | undefined }
}

/** The shape of a type, by its members. A member that is missing, or that the type does not have, does not compile. */
export function shape<T extends object>(members: Readonly<Record<keyof T, Check>>): Shape<T> {
  const is = fields(members)
  const has = (value: unknown): value is T => is(value)
  return { safeParse: (value) => (has(value) ? { success: true, data: value } : { success: false }) }
}

/** An object whose listed members are valid; it may have others. */
export function fields(members: Readonly<Record<string, Check>>): Check {
  return (value) =>
    isObject(value) && Object.entries(members).every(([name, check]) => check(own(value, name)))
}

export const text: Check = (value) => typeof value === 'string'
export const number: Check = (value) => typeof value === 'number'
export const truth: Check = (value) => typeof value === 'boolean'
/** A time that a clock can count down to. */
export const moment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

export function orNull(check: Check): Check {
  return (value) => value === null || check(value)
}

export function maybe(check: Check): Check {
  return (value) => value === undefined || check(value)
}

export function list(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

export function record(check: Check): Check {
  return (value) => isObject(value) && Object.values(value).every(check)
}

export function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value)
}

export function shortText(longest: number): Check {
  return (value) => typeof value === 'string' && value.length <= longest
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function own(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
