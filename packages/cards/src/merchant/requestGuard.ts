import type { Clock } from '@cambio/server/Clock.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { addressRanges } from '@cambio/server/http/ipAddress.ts'
import {
  limitHeaders,
  memoryLimiter,
  sharedLimiter,
  type Consumed,
  type MemoryLimiter,
} from '@cambio/server/http/limits.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { Refusal, type RefusalCode } from '../protocol/Refusal.ts'
import { tooManyDeclines, type PayerKey } from '../store/declines.ts'
import type { Merchant } from './Merchant.ts'

/** Checks and limits that a merchant's request has to pass. */
export type Guard = {
  /** @throws Refusal when the merchant is blocked, or calls from an address outside its allow-list */
  admit(merchant: Merchant, clientIp: string): void
  /** Counts a SALE. @throws Refusal `too_many_requests` above the merchant's limit for a second or a minute */
  countSale(merchant: Merchant): Promise<void>
  /** @throws Refusal `too_many_declines` when too many SALEs of this payer were declined */
  admitPayer(merchant: Merchant, payer: PayerKey): Promise<void>
  /** Counts the refusal of an unsigned request, by network. Above the limit it becomes `too_many_requests`. */
  countUnproved(refusal: Refusal, clientIp: string): Refusal
}

/** The limit of SALEs a second for a merchant without its own. */
const SALES_PER_SECOND = 10

/** The limit of unsigned requests from one network. */
const UNPROVED = { name: 'stranger', points: 20, windowSeconds: 1 }
const unproved: ReadonlySet<RefusalCode> = new Set(['invalid', 'unsigned', 'merchant_unknown'])

export function guard(
  deps: { clock: Clock; query: Query },
  { limitsFactor }: { limitsFactor: number },
): Guard {
  const throughputs = new Map<number | null, MemoryLimiter>()
  const throughputOf = (own: number | null) => {
    const limit = { name: 'sale', points: own ?? SALES_PER_SECOND, windowSeconds: 1 }
    const limiter = throughputs.get(own) ?? memoryLimiter(deps, { limit, factor: own ? 1 : limitsFactor })
    throughputs.set(own, limiter)
    return limiter
  }
  const unprovedLimiter = memoryLimiter(deps, { limit: UNPROVED, factor: limitsFactor })
  return {
    admit({ blocked, ipAllow }, clientIp) {
      // A caller from another address receives the answer for an unknown key.
      if (blocked || (ipAllow !== null && addressRanges(ipAllow)?.has(clientIp) !== true))
        throw new Refusal('merchant_unknown')
    },
    async countSale({ id, salesPerSecond, salesPerMinute }) {
      refuseAboveLimit(throughputOf(salesPerSecond).consume(id))
      if (salesPerMinute === null) return
      const limit = { name: 'sale-budget', points: salesPerMinute, windowSeconds: 60 }
      refuseAboveLimit(await sharedLimiter(deps, { limit, factor: 1 }).consume(id))
    },
    async admitPayer(merchant, payer) {
      const endsAt = await tooManyDeclines(deps, merchant, payer)
      if (endsAt === null) return
      const seconds = Math.max(1, Math.ceil((endsAt.getTime() - deps.clock.now().getTime()) / 1_000))
      throw new Refusal('too_many_declines', [], { 'Retry-After': String(seconds) })
    },
    countUnproved(refusal, clientIp) {
      if (!unproved.has(refusal.code)) return refusal
      const consumed = unprovedLimiter.consume(networkOf(clientIp))
      return consumed.allowed ? refusal : new Refusal('too_many_requests', [], limitHeaders(consumed))
    },
  }
}

function refuseAboveLimit(consumed: Consumed): void {
  if (!consumed.allowed) throw new Refusal('too_many_requests', [], limitHeaders(consumed))
}
