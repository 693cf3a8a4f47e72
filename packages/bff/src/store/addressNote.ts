import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@cambio/server/makeFolder.ts'
import * as z from 'zod/mini'

/** Where a database is, and the role to take there where the address is its owner's. */
const Address = z.object({
  url: z.string(),
  role: z.optional(z.string()),
  directUrl: z.optional(z.string()),
})
export type Address = z.output<typeof Address>

/** Leaves a note in a sandbox's data folder of where its database is. Only its owner can read it. */
export async function writeAddress(dataDir: string, address: Address): Promise<void> {
  makeFolder(dataDir)
  await writeFile(noteIn(dataDir), JSON.stringify(address), { mode: 0o600 })
}

/** What the note says; undefined without a readable one. */
export async function readAddress(dataDir: string): Promise<Address | undefined> {
  try {
    return Address.parse(JSON.parse(await readFile(noteIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

export async function forgetAddress(dataDir: string): Promise<void> {
  await rm(noteIn(dataDir), { force: true })
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'exchange.database')
}
