import { open, rename } from 'node:fs/promises'
import type { PartnerMove } from '@cambio/exchange/books/Transit.ts'
import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import type { MovedPart } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import * as z from 'zod/mini'
import { derivedKeys, keysOf, type Keys } from '../program/Keys.ts'

/*
 * The file that moves a partner from one cell to another: a heading that identifies the move, then one line for each
 * part. Each part is sealed (AES-256-GCM) with the key that the cells share, for its own place in this move. Without
 * the key, no part can be read, forged, left out or reordered.
 */

const units = z.pipe(
  z.string().check(z.regex(/^-?\d{1,38}$/)),
  z.transform((text: string) => BigInt(text)),
)
const cell = z.string().check(z.regex(CELL_NAME))

const Heading = z.strictObject({
  format: z.literal('cambio partner move 1'),
  version: z.string(),
  id: z.uuid(),
  partnerId: z.string(),
  from: cell,
  to: cell,
})
type Heading = z.output<typeof Heading>

const marked = {
  clientId: z.string(),
  orderId: z.string(),
  kind: z.enum(['email', 'name', 'card', 'address']),
}
const Mark = z.strictObject({ ...marked, text: z.string() })
const Digest = z.strictObject({ ...marked, digest: z.string() })

const Part = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('partner'),
    partner: z.strictObject({ partnerId: z.string(), name: z.string(), apiKeys: z.array(z.string()) }),
  }),
  z.strictObject({ is: z.literal('rows'), table: z.string(), rows: z.string() }),
  z.strictObject({ is: z.literal('marks'), marks: z.array(z.union([Mark, Digest])) }),
  z.strictObject({
    is: z.literal('balances'),
    balances: z.array(
      z.strictObject({ account: z.string(), amount: z.strictObject({ units, currency: z.string() }) }),
    ),
  }),
])
const Line = z.union([Part, z.strictObject({ is: z.literal('end') })])

/** The key that seals a file, and the version of the program that writes its rows. */
export type MoveFileDeps = {
  readonly random: Random
  readonly partnerMoveKey: Secret
  readonly version: string
}

/**
 * Why a file is refused: its format is unknown, it was sealed with another key or damaged, or another version wrote it.
 */
export type UnreadableMove = { readonly is: 'unreadable'; readonly why: 'format' | 'version' | 'sealed' }

/** Writes a move into a file, whole or not at all, and replaces an existing file. @throws UnwrittenMove */
export async function writeMove(
  deps: MoveFileDeps,
  {
    file,
    move,
    parts,
  }: { readonly file: string; readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> },
): Promise<void> {
  const heading: Heading = { format: 'cambio partner move 1', version: deps.version, ...move }
  const keys = keysOfCells(deps)
  const written = await onDisk(open(`${file}.new`, 'w', 0o600))
  try {
    await onDisk(written.write(`${JSON.stringify(heading)}\n`))
    let place = 0
    const add = async (line: MovedPart | { readonly is: 'end' }) => {
      const sealed = keys.seal(subjectOf(heading, place), JSON.stringify(line, bigintAsText))
      await onDisk(written.write(`${sealed.toString('base64')}\n`))
      place += 1
    }
    for await (const part of parts) await add(part)
    await add({ is: 'end' })
    await onDisk(written.sync())
  } finally {
    await written.close()
  }
  await onDisk(rename(`${file}.new`, file))
}

/** The file could not be written. */
export class UnwrittenMove extends Error {
  override readonly name = 'UnwrittenMove'
}

/** @throws UnwrittenMove if the disk fails */
async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new UnwrittenMove(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/**
 * Reads which move a file is of, and its parts, which are opened as they are read. @throws Error if the file cannot be
 * read
 */
export async function readMove(
  deps: MoveFileDeps,
  file: string,
): Promise<{ readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> } | UnreadableMove> {
  const lines = (await open(file)).readLines()[Symbol.asyncIterator]()
  const first = await lines.next()
  const heading = z.safeParse(Heading, first.done ? undefined : parsed(first.value))
  if (!heading.success) return { is: 'unreadable', why: 'format' }
  const { version, id, partnerId, from, to } = heading.data
  if (version !== deps.version) return { is: 'unreadable', why: 'version' }
  return { move: { id, partnerId, from, to }, parts: opened(keysOfCells(deps), heading.data, lines) }
}

/** A part was not sealed for its place in this move, or the last part is missing. */
export class DamagedMove extends Error {
  override readonly name = 'DamagedMove'
}

async function* opened(
  keys: Keys,
  heading: Heading,
  lines: AsyncIterator<string>,
): AsyncGenerator<MovedPart> {
  for (let place = 0; ; place += 1) {
    const { value, done } = await lines.next()
    if (done === true) throw new DamagedMove('The end of the file is missing')
    const line = Line.parse(JSON.parse(openedLine(keys, subjectOf(heading, place), value)))
    if (line.is === 'end') return
    yield line
  }
}

function openedLine(keys: Keys, subject: string, line: string): string {
  try {
    return keys.open(subject, Buffer.from(line, 'base64'))
  } catch (error) {
    throw new DamagedMove('A part cannot be opened', { cause: error })
  }
}

function keysOfCells({ random, partnerMoveKey }: MoveFileDeps): Keys {
  return keysOf({ random }, derivedKeys(Buffer.from(partnerMoveKey.reveal(), 'base64')))
}

function subjectOf(heading: Heading, place: number): string {
  return `${JSON.stringify(heading)} ${place}`
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
