import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../makeFolder.ts'

/** Where a database is, and the role to take there where the address is its owner's. */
const Address = z.object({
  url: z.string(),
  role: z.optional(z.string()),
  directUrl: z.optional(z.string()),
  isPooled: z.optional(z.boolean()),
  statementNames: z.optional(z.boolean()),
})
export type Address = z.output<typeof Address>

/** A note in a data folder of where a running program has its database. Only its owner can read it. */
export type AddressNote = {
  write(address: Address): Promise<void>
  /** What the note says; undefined without a readable one. */
  read(): Promise<Address | undefined>
  remove(): Promise<void>
}

/** The note of a program in a data folder, which is made when the note is written. */
export function addressNote(dataDir: string, program: string): AddressNote {
  const path = join(dataDir, `${program}.database`)
  return {
    async write(address) {
      makeFolder(dataDir)
      await writeFile(path, JSON.stringify(address), { mode: 0o600 })
    },
    async read() {
      try {
        return Address.parse(JSON.parse(await readFile(path, 'utf8')))
      } catch {
        return undefined
      }
    },
    remove: () => rm(path, { force: true }),
  }
}
