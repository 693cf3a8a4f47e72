import { bad, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { WARN_BEFORE_MS } from '../../wallets/walletsOf.ts'

/** Finds that a wallet's certificate or key has expired or expires within 30 days; nothing where it lasts longer. */
export function expiryFindings(
  wallet: string,
  {
    what,
    expiresAt,
    now,
    mend,
  }: { readonly what: string; readonly expiresAt: Date; readonly now: Date; readonly mend: string },
): Finding[] {
  const leftMs = expiresAt.getTime() - now.getTime()
  const day = dayOf(expiresAt)
  if (leftMs <= 0) return [bad(wallet, `${what} expired on ${day}: ${wallet} does not work.`, mend)]
  if (leftMs >= WARN_BEFORE_MS) return []
  return [warning(wallet, `${what} expires on ${day}: ${wallet} does not work from then on.`, mend)]
}

/** A day as `2026-03-01`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
