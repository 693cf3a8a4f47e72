/** The values of a statement that is assembled from parts, each under its own number. */
export type Parameters = {
  readonly values: readonly unknown[]
  /** Adds a value and returns its name in the statement's text. */
  add(value: unknown): string
}

export function parameters(): Parameters {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}
