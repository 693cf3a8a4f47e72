import type { Embedded } from './embedded.ts'

/** A program's own database on the embedded server: the owner migrates, the program runs as the app role. */
export type ProgramDatabase = { readonly ownerUrl: string; readonly appUrl: string; readonly appRole: string }

/** Makes, or finds, the database of a program with its two login roles. */
export async function embeddedDatabase(server: Embedded, program: string): Promise<ProgramDatabase> {
  throw new Error(`not yet ${program} ${server.dataDir}`)
}
