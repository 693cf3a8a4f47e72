import type { PartnerMove } from '@cambio/exchange/books/Transit.ts'
import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import type { MovedPart } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { readSealedFile, writeSealedFile } from '@cambio/server/keys/sealedFile.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import * as z from 'zod/mini'
import { derivedKeys, keysOf, type Keys } from '../program/Keys.ts'

/*
 * The file that moves a partner from one cell to another: its heading identifies the move, and its parts are sealed
 * (AES-256-GCM) with the key that the cells share.
 */

const units = z.pipe(
  z.string().check(z.regex(/^-?\d{1,38}$/)),
  z.transform((text: string) => BigInt(text)),
)
const cell = z.string().check(z.regex(CELL_NAME))

const FORMAT = 'cambio partner move 1'
const Heading = z.strictObject({
  format: z.literal(FORMAT),
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

/** Writes a move into a file, whole or not at all, and replaces an existing file. @throws UnwrittenFile */
export async function writeMove(
  deps: MoveFileDeps,
  {
    file,
    move: { id, partnerId, from, to },
    parts,
  }: { readonly file: string; readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> },
): Promise<void> {
  const heading: Heading = { format: FORMAT, version: deps.version, id, partnerId, from, to }
  await writeSealedFile(keysOfCells(deps), { file, heading, parts })
}

/**
 * Reads which move a file is of, and its parts, which are opened as they are read: a damaged one throws DamagedFile.
 * @throws Error if the file cannot be read
 */
export async function readMove(
  deps: MoveFileDeps,
  file: string,
): Promise<{ readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> } | UnreadableMove> {
  const read = await readSealedFile(file, { heading: Heading, part: Part })
  if (!read) return { is: 'unreadable', why: 'format' }
  const { version, id, partnerId, from, to } = read.heading
  if (version !== deps.version) return { is: 'unreadable', why: 'version' }
  return { move: { id, partnerId, from, to }, parts: read.parts(keysOfCells(deps)) }
}

/** What seals files between cells. */
export function keysOfCells({
  random,
  partnerMoveKey,
}: Pick<MoveFileDeps, 'random' | 'partnerMoveKey'>): Keys {
  return keysOf({ random }, derivedKeys(Buffer.from(partnerMoveKey.reveal(), 'base64')))
}
