import { constants } from 'node:fs'
import { copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/*
 * The node writes its whole state into one file, in place, every second. A node that is killed while it writes leaves
 * half a file, so a copy of the last whole state is kept.
 */

/** The state of a node in a folder. */
export type ChainState = {
  /** The file that the node reads at its start and writes every second. */
  readonly path: string
  /** Puts a whole state, without its old parts, where the node reads it. */
  prepare(): Promise<void>
  /** How large the last whole state would be without its old parts, bytes. Undefined where there is none. */
  trimmedSize(): Promise<number | undefined>
  /** Copies what the node has written since the last call, when the file is whole. @returns its size, bytes */
  keepCopy(): Promise<number>
}

/** The parts of a state that are read here. Blocks are listed in any order. */
const State = z.looseObject({
  best_block_number: z.union([z.number(), z.string()]),
  blocks: z.array(
    z.looseObject({
      header: z.looseObject({ number: z.string() }),
      transactions: z.array(z.unknown()),
    }),
  ),
  transactions: z.optional(z.array(z.looseObject({ block_number: z.number() }))),
})
type State = z.output<typeof State>

/** How many of the last blocks stay, also empty ones: watchers of the chain have read all earlier ones. */
const LAST_BLOCKS = 500n

/** The end of a file that was written completely, which occurs nowhere earlier. */
const END = /"historical_states":[^"]*\}\s*$/
const END_BYTES = 256

/**
 * The state in a folder that exists.
 * @param largest how large it may be, bytes: old transactions stay while they take up less than half of it
 */
export function chainState(folder: string, largest: number): ChainState {
  const path = join(folder, 'state.json')
  const copy = join(folder, 'state.whole.json')
  const draft = join(folder, 'state.draft.json')
  let copiedAt = 0
  return {
    path,
    async prepare() {
      const state = (await readState(path)) ?? (await readState(copy))
      if (state === undefined) return rm(path, { force: true })
      await writeFile(draft, trimmed(state, largest), { mode: 0o600, flush: true })
      await rename(draft, path)
    },
    async trimmedSize() {
      const state = await readState(copy)
      return state && Buffer.byteLength(trimmed(state, largest))
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

/** The state in a file. Undefined where there is no file, or only part of one. */
async function readState(path: string): Promise<State | undefined> {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * A state without its old empty blocks. If that is still too large, the oldest transactions and their blocks are left
 * out as well: they are final, and the accounts have their result.
 */
function trimmed(state: State, largest: number): string {
  const oldest = BigInt(state.best_block_number) - LAST_BLOCKS
  const blocks = state.blocks.filter(({ header, transactions }) => {
    const number = BigInt(header.number)
    return number === 0n || number > oldest || transactions.length > 0
  })
  const written = JSON.stringify({ ...state, blocks })
  if (written.length <= largest / 2) return written
  const past = pastBlocks({ ...state, blocks }, { oldest, excess: written.length - largest / 2 })
  return JSON.stringify({
    ...state,
    blocks: blocks.filter(({ header }) => !past.has(Number(header.number))),
    transactions: state.transactions?.filter((transaction) => !past.has(transaction.block_number)),
  })
}

/** The numbers of the oldest blocks, as many as the state is too large by. */
function pastBlocks(
  { blocks, transactions = [] }: State,
  { oldest, excess }: { readonly oldest: bigint; readonly excess: number },
): ReadonlySet<number> {
  const byBlock = Map.groupBy(transactions, (transaction) => transaction.block_number)
  const old = blocks
    .filter(({ header }) => BigInt(header.number) > 0n && BigInt(header.number) <= oldest)
    .toSorted((one, other) => Number(one.header.number) - Number(other.header.number))
  const past = new Set<number>()
  let left = excess
  for (const block of old) {
    if (left <= 0) break
    const number = Number(block.header.number)
    past.add(number)
    left -= JSON.stringify(block).length + JSON.stringify(byBlock.get(number) ?? []).length
  }
  return past
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
