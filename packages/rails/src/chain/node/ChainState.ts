import { constants } from 'node:fs'
import { copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/*
 * The node writes its whole state into one file, in place, every second. A node that is killed in the middle of that
 * leaves half a file behind, so a copy is kept of the last one that was whole.
 */

/** The state of a node in a folder. */
export type ChainState = {
  /** The file that the node reads at its start and writes every second. */
  readonly path: string
  /** Puts a whole state, without blocks that are long past, where the node will read it. */
  prepare(): Promise<void>
  /** Copies what the node has written since the last call, when it is whole. Says how large it is, in bytes. */
  keepCopy(): Promise<number>
}

/** As far as a state is read here. Blocks are listed in any order. */
const State = z.looseObject({
  best_block_number: z.union([z.number(), z.string()]),
  blocks: z.array(
    z.looseObject({
      header: z.looseObject({ number: z.string() }),
      transactions: z.array(z.unknown()),
    }),
  ),
})

/** How many of the last blocks stay although nothing is in them. */
const LAST_BLOCKS = 500n

/** What ends a file that was written to its end, and stands nowhere before. */
const END = /"historical_states":[^"]*\}\s*$/
const END_BYTES = 256

/** The state in a folder that exists. */
export function chainState(folder: string): ChainState {
  const path = join(folder, 'state.json')
  const copy = join(folder, 'state.whole.json')
  const draft = join(folder, 'state.draft.json')
  let copiedAt = 0
  return {
    path,
    async prepare() {
      const state = (await readState(path)) ?? (await readState(copy))
      if (state === undefined) return rm(path, { force: true })
      await writeFile(draft, JSON.stringify(trimmed(state)), { mode: 0o600, flush: true })
      await rename(draft, path)
    },
    async keepCopy() {
      const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }))
      if (size === 0 || mtimeMs === copiedAt) return size
      await copyFile(path, draft, constants.COPYFILE_FICLONE)
      if (!END.test(await endOf(draft))) return size
      await rename(draft, copy)
      copiedAt = mtimeMs
      return size
    },
  }
}

/** The state in a file; undefined where there is none, or only a part of one. */
async function readState(path: string): Promise<z.output<typeof State> | undefined> {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Without old blocks in which nothing happened. What happened on the chain stays, and so does its first block. */
function trimmed(state: z.output<typeof State>): z.output<typeof State> {
  const oldest = BigInt(state.best_block_number) - LAST_BLOCKS
  const blocks = state.blocks.filter(({ header, transactions }) => {
    const number = BigInt(header.number)
    return number === 0n || number > oldest || transactions.length > 0
  })
  return { ...state, blocks }
}

async function endOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - END_BYTES)
    const { buffer } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}
