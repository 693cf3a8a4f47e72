import type { PartnerMove } from '@cambio/exchange/books/Transit.ts'
import type { OpenWork } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { movedParts } from '../store/operator/movedParts.ts'
import { partnerMoves } from '../store/operator/partnerMoves.ts'
import { within, type StoreDeps } from '../store/StoreDeps.ts'
import { writeMove, type MoveFileDeps } from './moveFile.ts'

/**
 * Writes the file with which another cell takes over a moved partner. A request admitted before the move may have
 * placed an order since: then nothing is written.
 * @returns what is open again for the partner; nothing if the file was written
 * @throws UnwrittenFile
 */
export function writeMovedPartner(
  deps: StoreDeps & MoveFileDeps,
  { file, move }: { readonly file: string; readonly move: PartnerMove },
): Promise<OpenWork> {
  return deps.transaction(async (query) => {
    const inside = within(deps, query)
    const moves = partnerMoves(inside)
    const left = await moves.balances(move.partnerId)
    const open = await moves.openWork(move.partnerId)
    const late = left.length === 0 ? open : { ...open, balance_left: left.length }
    if (Object.keys(late).length === 0) await writeMove(deps, { file, move, parts: movedParts(inside, move) })
    return late
  })
}
