import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../makeFolder.ts'
import { isAlive } from '../postgres/embedded/postmaster.ts'

/** Where a database is, and the role to take there where the address is its owner's. */
const Address = z.object({
  url: z.string(),
  role: z.optional(z.string()),
  directUrl: z.optional(z.string()),
  isPooled: z.optional(z.boolean()),
  statementNames: z.optional(z.boolean()),
})
export type Address = z.output<typeof Address>

/** An address, and the process that noted it. */
const Note = z.extend(Address, { pid: z.optional(z.int()) })
type Note = z.output<typeof Note>

/** A note in a data folder of where a running program has its database. Only its owner can read it. */
export type AddressNote = {
  /** Notes an address for this process. Beside a living one that noted its own, as `guest`, it leaves that. */
  write(address: Address, as: 'host' | 'guest'): Promise<void>
  /** What the note says; undefined without a readable one. */
  read(): Promise<Address | undefined>
  /** Takes away what this process noted, and no other's. */
  remove(): Promise<void>
}

/** The note of a program in a data folder, which is made when the note is written. */
export function addressNote(dataDir: string, program: string): AddressNote {
  const path = join(dataDir, `${program}.database`)
  const read = async () => {
    try {
      return Note.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      return undefined
    }
  }
  return {
    read,
    async write(address, as) {
      const writer = (await read())?.pid
      if (as === 'guest' && writer !== undefined && writer !== process.pid && isAlive(writer)) return
      makeFolder(dataDir)
      const note: Note = { ...address, pid: process.pid }
      await writeFile(path, JSON.stringify(note), { mode: 0o600 })
    },
    async remove() {
      if ((await read())?.pid === process.pid) await rm(path, { force: true })
    },
  }
}
