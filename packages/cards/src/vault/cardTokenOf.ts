import type { Platform } from '../Platform.ts'
import type { Transaction } from '../transaction/Transaction.ts'

/** The card token of a SALE; null where none was asked for. Only its hash is stored, so it is derived anew each time. */
export function cardTokenOf({ keys }: Pick<Platform, 'keys'>, { vaultId }: Transaction): string | null {
  return vaultId === null ? null : keys.token('card', vaultId)
}
