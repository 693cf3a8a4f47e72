import type { Query } from '../postgres/Database.ts'

/** Rows of one table that are no longer needed: those that match `where`, in which $1 is `at`. */
export type Removal = { readonly table: string; readonly where: string; readonly at: Date }

/** Removes old rows, table after table. Tables and conditions are a program's constants, never input. */
export async function removeRows(query: Query, removals: readonly Removal[]): Promise<void> {
  for (const { table, where, at } of removals)
    await query({ name: `remove_${table}`, text: `delete from ${table} where ${where}`, values: [at] })
}
