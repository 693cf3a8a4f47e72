import type { Platform } from '../Platform.ts'
import type { Transaction } from '../transaction/Transaction.ts'

/** The token of a card whose merchant asked for one; it is made anew each time, since only its hash is kept. */
export function tokenOf({ keys }: Pick<Platform, 'keys'>, { vaultId }: Transaction): string | null {
  return vaultId === null ? null : keys.token('card', vaultId)
}
