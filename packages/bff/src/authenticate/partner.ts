import type { DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { sameSignature, signRequest } from '@cambio/wire/signature.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { PartnerWithSecrets, PartnerStore } from '../store/partners.ts'
import { checkServed } from './checkServed.ts'

/** Finds the partner that signed a request. @throws Refusal credentials_invalid, partner_suspended */
export type PartnerAuthenticator = (c: DoorContext, body: string | Uint8Array) => Promise<Partner>

/** How far a request's timestamp may be from our clock, seconds. */
const TOLERANCE_SECONDS = 300
/** How long a partner's row is used from memory, milliseconds: what the operator changes holds within a second. */
const CACHE_MS = 500
/** How many keys are remembered at most, so that guesses cannot fill the memory. */
const MOST_KEYS = 10_000
/** A partner's secret and a former one. */
const MOST_SECRETS = 2

export function partnerAuthenticator(deps: {
  partners: Pick<PartnerStore, 'findByKey'>
  now: () => Date
}): PartnerAuthenticator {
  const cache = new Map<string, { found: PartnerWithSecrets | undefined; until: number }>()

  /** A key that nobody has is remembered like any other: how long an answer takes says nothing about which there are. */
  async function find(apiKey: string): Promise<PartnerWithSecrets | undefined> {
    const now = deps.now().getTime()
    const cached = cache.get(apiKey)
    if (cached && now < cached.until) return cached.found
    const found = await deps.partners.findByKey(apiKey)
    if (cache.size >= MOST_KEYS) cache.clear()
    cache.set(apiKey, { found, until: now + CACHE_MS })
    return found
  }

  return async (c, body) => {
    const apiKey = c.req.header('api-key') ?? ''
    const signature = c.req.header('api-signature') ?? ''
    const timestamp = c.req.header('api-timestamp') ?? ''
    const found = apiKey === '' ? undefined : await find(apiKey)
    // A key that does not exist costs the same work, so that an answer's time says nothing about which keys do.
    const matches = Array.from({ length: MOST_SECRETS }, (_, index) =>
      sameSignature(signRequest(found?.secrets[index] ?? 'no secret', pathOf(c), body, timestamp), signature),
    )
    const isSigned = found?.secrets.some((_, index) => matches[index]) ?? false
    if (!found || !isSigned || !isTimely(found, timestamp, deps.now()))
      throw credentialsInvalid(found && apiKey)
    checkServed(found.partner)
    return found.partner
  }
}

/** The same words for every reason, so that a guess learns nothing. */
function credentialsInvalid(account: string | undefined): Refusal {
  return new Refusal(
    'credentials_invalid',
    'API-Key, API-Signature or API-Timestamp is missing or wrong; nothing was done',
    { account },
  )
}

function isTimely({ partner }: PartnerWithSecrets, timestamp: string, now: Date): boolean {
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
