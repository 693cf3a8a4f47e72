import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../makeFolder.ts'
import { isAlive } from '../postgres/embedded/postmaster.ts'

/** A database's address, and the role to switch to where the address is its owner's. */
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

/** A note in a data folder with the database address of a running program. Only its owner can read it. */
export type AddressNote = {
  /** Notes an address for this process. A `guest` keeps the note of another living process. */
  write(address: Address, as: 'host' | 'guest'): Promise<void>
  /** The noted address; undefined without a readable note. */
  read(): Promise<Address | undefined>
  /** Removes this process's note, and no other's. */
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
