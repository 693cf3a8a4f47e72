import type { SubStatus } from '@cambio/wire/order/Order.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { levelCapsOf, type Caps } from '../catalogue/Caps.ts'
import { routedToken } from '../cell/Cell.ts'
import { effectiveLevel, limitLeft, TURNOVER_SPAN_MS } from '../client/Client.ts'
import type { Fact, Order } from '../order/Order.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import type { Random } from '../Random.ts'
import { enoughLevel, HIGHEST, levelAllowing, nextLevel } from './enoughLevel.ts'
import type { LockedClient } from './LockedClient.ts'
import { VERIFICATION_LIFE_MS, type Verification, type VerificationStore } from './VerificationStore.ts'

/** The requirement of each level, as an order reports it missing. The lowest level has none. */
const missing: Readonly<Record<VerificationLevel, SubStatus>> = {
  unverified: 'email_pending',
  email_phone: 'email_pending',
  basic: 'verify_pending',
  identity: 'identity_pending',
  address: 'address_pending',
  bank_statement: 'proof_pending',
}

type UrlDeps = {
  verifications: Pick<VerificationStore, 'keep'>
  random: Random
  cell: string | null
  verificationUrl: (token: string) => string
}

/**
 * Says that an order exceeds its client's limit, with the address where the client can raise it unless no level allows
 * so much; undefined when it does not. What the person's other clients have paid in counts too until the client is
 * verified to the highest level; it is shown to no one. Call it while the client is locked, so that two orders cannot
 * share one limit.
 * @param cardKey identifies the card that is to be charged; null for none and for a published test card
 */
export async function limitFact(
  deps: UrlDeps & { now: () => Date },
  caps: Caps,
  locked: Pick<LockedClient, 'client' | 'turnoverEurCents' | 'linkedTurnoverEurCents'>,
  order: Order,
  cardKey: string | null = null,
): Promise<Fact | undefined> {
  const { payinGroup } = order.quote
  const levelCaps = levelCapsOf(caps, payinGroup)
  if (!levelCaps) return undefined
  const now = deps.now()
  const until = new Date(now.getTime() + VERIFICATION_LIFE_MS)
  const since = new Date(now.getTime() - TURNOVER_SPAN_MS)
  const turnover = await locked.turnoverEurCents(since, order.id)
  const payinEurCents = order.quote.payinEur.units
  const left = limitLeft(levelCaps, locked.client, turnover)
  const level = effectiveLevel(locked.client)
  const together = turnover + (await locked.linkedTurnoverEurCents(since, order, cardKey)) + payinEurCents
  const needed = enoughLevel(levelCaps, together)
  const isOverTogether = together > levelCaps[level] && level !== HIGHEST
  if (payinEurCents <= left && !isOverTogether) return undefined
  const asked = { clientId: locked.client.id, orderId: order.id, level: needed, expiresAt: until }
  const isLiftable =
    payinTraits[payinGroup].isByCard || levelAllowing(levelCaps, turnover + payinEurCents) !== undefined
  return {
    is: 'limited',
    // Where no level allows more, the highest one is what is missing.
    substatus: missing[nextLevel(levelCaps, level) ?? needed],
    limit: { level, leftEurCents: left, verificationUrl: isLiftable ? await newUrl(deps, asked) : null },
    until,
  }
}

async function newUrl(
  { verifications, verificationUrl, ...source }: UrlDeps,
  asked: Verification,
): Promise<string> {
  const token = routedToken(source, 160)
  await verifications.keep(token, asked)
  return verificationUrl(token)
}
