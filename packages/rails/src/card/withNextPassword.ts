import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'

/**
 * A merchant whose password is about to change. When the platform refuses a signature by one password, the request is
 * repeated with the other, which is then used first. A request that was refused for its signature did nothing, so it is
 * repeated under its ids.
 * @param railBy makes the rail of a password, which reports when that password is refused
 */
export function withNextPassword(
  railBy: (password: string, passwordRefused: () => void) => CardRail,
  { password, nextPassword }: { readonly password: string; readonly nextPassword: string },
): CardRail {
  const refusals = { now: 0, next: 0 }
  const rails = {
    now: railBy(password, () => void (refusals.now += 1)),
    next: railBy(nextPassword, () => void (refusals.next += 1)),
  }
  let used: keyof typeof rails = 'now'

  async function by<Result>(work: (rail: CardRail) => Promise<Result>): Promise<Result> {
    const tried = used
    const before = refusals[tried]
    try {
      const result = await work(rails[tried])
      if (refusals[tried] === before) return result
    } catch (error) {
      if (refusals[tried] === before) throw error
    }
    used = tried === 'now' ? 'next' : 'now'
    return work(rails[used])
  }

  return {
    openFields: (form) => by((rail) => rail.openFields(form)),
    fields: (sessionId) => by((rail) => rail.fields(sessionId)),
    charge: (order) => by((rail) => rail.charge(order)),
    getPaymentStatus: (key) => by((rail) => rail.getPaymentStatus(key)),
    refund: (key) => by((rail) => rail.refund(key)),
  }
}
