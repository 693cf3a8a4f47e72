import type { DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { sameSignature, signRequest } from '@cambio/wire/signature.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { KnownPartner, PartnerStore } from '../store/partners.ts'

/** Finds the partner that signed a request. @throws Refusal credentials_invalid */
export type PartnerAuthentication = (c: DoorContext, body: string | Uint8Array) => Promise<Partner>

/** How far a request's timestamp may be from our clock, seconds. */
const TOLERANCE_SECONDS = 300
/** How long a partner's row is believed without looking, milliseconds. */
const CACHE_MS = 5_000

export function partnerAuthentication(deps: {
  partners: Pick<PartnerStore, 'findByKey'>
  now: () => Date
}): PartnerAuthentication {
  const cache = new Map<string, { known: KnownPartner; until: number }>()

  async function find(apiKey: string): Promise<KnownPartner | undefined> {
    const now = deps.now().getTime()
    const cached = cache.get(apiKey)
    if (cached && now < cached.until) return cached.known
    const known = await deps.partners.findByKey(apiKey)
    if (known) cache.set(apiKey, { known, until: now + CACHE_MS })
    else cache.delete(apiKey)
    return known
  }

  return async (c, body) => {
    const apiKey = c.req.header('api-key') ?? ''
    const signature = c.req.header('api-signature') ?? ''
    const timestamp = c.req.header('api-timestamp') ?? ''
    const known = apiKey === '' ? undefined : await find(apiKey)
    // Somebody without a key costs the same work, so that an answer's time says nothing about which keys exist.
    const expected = signRequest(known?.secret ?? 'nobody', pathOf(c), body, timestamp)
    const isSigned = sameSignature(expected, signature)
    if (!known || !isSigned || !isTimely(known, timestamp, deps.now())) throw unknownCaller()
    return known.partner
  }
}

/** The same words for every reason, so that a guess learns nothing. */
function unknownCaller(): Refusal {
  return new Refusal(
    'credentials_invalid',
    'API-Key, API-Signature or API-Timestamp is missing or wrong; nothing was done',
  )
}

function isTimely({ partner }: KnownPartner, timestamp: string, now: Date): boolean {
  if (timestamp === '') return !partner.requireTimestamp
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
}

/**
 * The path as it was sent, since that is what was signed: an escape that a parser undoes would change it. A proxy may
 * send the whole address.
 */
function pathOf(c: DoorContext): string {
  const sent = c.env?.incoming?.url ?? c.req.url
  return sent.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '')
}
