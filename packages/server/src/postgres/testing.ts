import type { Database } from './Database.ts'

/** A fresh database for a test. */
export type TestDatabase = {
  /** As the program has it: the app role. */
  readonly database: Database
  /** As the migrations have it: the owner of every table. */
  readonly owner: Database
  readonly url: string
  readonly ownerUrl: string
  close(): Promise<void>
}

/** Makes a database with these migrations from a template that the first caller of the run makes. */
export async function testDatabase(input: {
  schema: string
  appRole: string
  directories: readonly string[]
}): Promise<TestDatabase> {
  throw new Error(`not yet ${input.schema}`)
}
