/**
 * Brings a schema up to date: makes it and `appRole` where they are missing, then applies each file that has not been,
 * in a transaction of its own, under a lock so that programs which start together do it once. A file that was applied
 * and has changed since refuses the start.
 */
export async function migrate(input: {
  /** The owner's address. */
  url: string
  schema: string
  /** The role the program runs as; `${app_role}` and `${schema}` in a file stand for these two. */
  appRole: string
  /** Folders of files `001_name.sql`, applied in this order and in the order of their names. */
  directories: readonly string[]
  /** The variable that holds `url`, for the sentence that says it cannot be reached. */
  variable?: string
}): Promise<void> {
  throw new Error(`not yet ${input.schema}`)
}
