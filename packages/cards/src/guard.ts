import { isIP } from 'node:net'
import type { Clock } from '@cambio/server/Clock.ts'
import { limitHeaders, memoryLimiter, sharedLimiter, type Consumed } from '@cambio/server/limits.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { addressRanges } from './addressRanges.ts'
import type { Merchant } from './Merchant.ts'
import { Refusal } from './protocol/Refusal.ts'

/** What stands between a merchant that was recognised and what it asks for. */
export type Guard = {
  /** @throws Refusal when the merchant is blocked or calls from where it said it never would */
  admit(merchant: Merchant, clientIp: string): void
  /** @throws Refusal `too_many_requests` when a SALE is one too many for this second, or for the merchant's budget */
  spend(merchant: Merchant): Promise<void>
}

const SALES_PER_SECOND = { name: 'sale', points: 10, windowSeconds: 1 }

export function guard(
  deps: { clock: Clock; query: Query },
  { limitsFactor }: { limitsFactor: number },
): Guard {
  const throughput = memoryLimiter(deps, { limit: SALES_PER_SECOND, factor: limitsFactor })
  return {
    admit({ blocked, ipAllow }, clientIp) {
      // A caller from elsewhere learns no more than one with a wrong key.
      if (blocked || (ipAllow !== null && !isWithin(ipAllow, clientIp))) throw new Refusal('merchant_unknown')
    },
    async spend({ id, salesPerMinute }) {
      refuseWhenOver(throughput.consume(id))
      if (salesPerMinute === null) return
      const limit = { name: 'sale-budget', points: salesPerMinute, windowSeconds: 60 }
      refuseWhenOver(await sharedLimiter(deps, { limit, factor: 1 }).consume(id))
    },
  }
}

function refuseWhenOver(consumed: Consumed): void {
  if (!consumed.allowed) throw new Refusal('too_many_requests', [], limitHeaders(consumed))
}

/** Whether an address is one of these addresses and ranges. */
function isWithin(ranges: readonly string[], address: string): boolean {
  return addressRanges(ranges)?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') === true
}
