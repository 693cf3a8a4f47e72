import { chart } from '@cambio/exchange/books/chart.ts'
import { levelCapsOf, type Caps } from '@cambio/exchange/catalogue/Caps.ts'
import { capsFor, tariffFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import type { Account } from '@cambio/exchange/client/Account.ts'
import { effectiveLevel, provable, TURNOVER_SPAN_MS, type Client } from '@cambio/exchange/client/Client.ts'
import { checkCountry } from '@cambio/exchange/country/checkCountry.ts'
import { limitAhead } from '@cambio/exchange/limit/limitAhead.ts'
import { payinTraits } from '@cambio/exchange/payin/traits/PayinTraits.ts'
import { destinationOf } from '@cambio/exchange/payout/destination.ts'
import { payoutTraitsOf } from '@cambio/exchange/payout/traits/PayoutTraits.ts'
import { choosePair } from '@cambio/exchange/price/choosePair.ts'
import { discountFor } from '@cambio/exchange/price/discount.ts'
import { atMid } from '@cambio/exchange/price/euro.ts'
import type { Pair } from '@cambio/exchange/price/Pair.ts'
import type { Quote } from '@cambio/exchange/price/Quote.ts'
import { quotePair } from '@cambio/exchange/price/quotePair.ts'
import { catalogue as problems, fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { AskRequirements, RefusedFor, Requirements } from '@cambio/wire/order/Requirements.ts'
import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'

/** Reports what an order would need from its buyer, without placing one. */
export function requirementsHandler(exchange: Exchange): Handlers['partner']['requirements'] {
  const { catalogue, rates, clock } = exchange
  return async ({ partner, body, stores }) => {
    const { client_external_id: externalId } = body
    const account =
      externalId === undefined ? null : await stores.accounts.findByExternalId(partner.id, externalId)
    if (account === undefined)
      throw fieldRefusal('client_unknown', ['client_external_id'], 'You have no such client')
    const { countries } = catalogue.now()
    const tariff = tariffFor(catalogue.now(), partner.id)
    const refused: RefusedFor[] = []
    const priced = { ...stores, rates, now: () => clock.now() }
    const whose = { partner, clientId: account?.client.id ?? null, coupon: undefined, freeFirst: true }
    const discount = await discountFor(priced, whose)
    const quote = await collectRefusal(
      refused,
      async () => (await quotePair(priced, tariff, body, discount)).quote,
    )
    const pair = await collectRefusal(quote ? refused : [], async () => choosePair(tariff, body))
    if (pair) {
      for (const country of countriesOf(body, account))
        await collectRefusal(refused, async () =>
          checkCountry(countries, country.code, payinTraits[pair.payinGroup].isByCard, country.fields),
        )
      await collectRefusal(refused, async () => checkDestination(exchange, pair, body, account))
    }
    const caps = capsFor(catalogue.now(), partner.id)
    const client = account?.client ?? null
    const limit = quote ? await limitOf(exchange, stores, { quote, client, caps }) : noLimit
    if (quote && limit.balance && limit.balance.units < quote.payin.units) refused.push(tooLittle)
    return { ...asksOf(pair, account), ...limit.answer, refused }
  }
}

/** What the buyer will be asked for. A purchase from a balance is confirmed by a code that the partner passes on. */
function asksOf(pair: Pair | undefined, account: Account | null) {
  const traits = pair && payinTraits[pair.payinGroup]
  return {
    email: !traits?.isFromBalance && !account?.profile.emailVerified,
    payer_details: traits?.isByCard === true && !account?.client.payer,
    verification_level: account ? effectiveLevel(account.client) : 'unverified',
  } as const
}

type Limit = {
  readonly answer: Pick<Requirements, 'needed_level' | 'documents' | 'limits'>
  /** The balance, if the order is paid from one. */
  readonly balance: Money.Money | null
}

const noLimit: Limit = { answer: { needed_level: null, documents: [], limits: null }, balance: null }

/** The limit that will apply when the buyer pays, and the documents that raise it as far as the order needs. */
async function limitOf(
  { clock, rates }: Exchange,
  { clients, balances }: Stores,
  { quote, client, caps }: { quote: Quote; client: Client | null; caps: Caps },
): Promise<Limit> {
  const { payinGroup, payin, payinEur } = quote
  const level = client ? effectiveLevel(client) : 'unverified'
  const limits = (left: Money.Money) => ({
    client_limit_in_payin_currency: Money.format(left),
    verification_level: level,
  })
  const levelCaps = levelCapsOf(caps, payinGroup)
  if (!levelCaps) {
    if (!client) return noLimit
    const balance = await balances.of(chart.clientBalance(client.id), payin.currency)
    return { answer: { needed_level: null, documents: [], limits: limits(balance) }, balance }
  }
  const since = new Date(clock.now().getTime() - TURNOVER_SPAN_MS)
  const turnoverEurCents = client ? await clients.turnoverEurCents(client.id, since) : 0n
  const purchase = { turnoverEurCents, purchaseEurCents: payinEur.units }
  // Only a buyer who pays by card is asked for details on the way; all others keep their level.
  const least = payinTraits[payinGroup].isByCard ? 'basic' : 'unverified'
  const { leftEurCents, needed } = limitAhead(levelCaps, client, purchase, least)
  const left = atMid({ units: leftEurCents, currency: 'EUR' }, payin.currency, await rates.prices())
  return {
    answer: { needed_level: needed, documents: documentsFor(level, needed), limits: limits(left) },
    balance: null,
  }
}

const proofs = ['identity', 'address', 'bank_statement'] as const

/** The documents that raise one level to another. */
function documentsFor(level: VerificationLevel, needed: VerificationLevel | null): Requirements['documents'] {
  if (needed === null) return []
  const { options } = VerificationLevel
  const last = options.indexOf(provable(needed))
  return proofs.filter(
    (proof) => options.indexOf(proof) > options.indexOf(level) && options.indexOf(proof) <= last,
  )
}

function countriesOf({ remote_country: remote }: AskRequirements, account: Account | null) {
  const own = account?.client.payer?.country ?? account?.profile.country
  return [
    ...(remote === undefined ? [] : [{ code: remote, fields: ['remote_country'] }]),
    ...(own === undefined || own === null || own === remote ? [] : [{ code: own, fields: [] }]),
  ]
}

/** Checks the address if one was sent: the partner may not have it yet. */
function checkDestination(
  exchange: Exchange,
  { payin, payout, payinGroup, payoutGroup }: Pair,
  body: AskRequirements,
  account: Account | null,
): void {
  const { isFromBalance } = payinTraits[payinGroup]
  const { isToBalance } = payoutTraitsOf(payoutGroup)
  if ((isFromBalance || isToBalance) && !account)
    throw fieldRefusal(
      'client_unknown',
      ['client_external_id'],
      `A balance in ${isFromBalance ? payin.code : payout.code} is a registered client’s: name it`,
    )
  if (body.dst_address === undefined && !isToBalance) return
  const input = { ...body, clientId: account?.client.id }
  destinationOf(exchange, { currency: payout, group: payoutGroup }, input)
}

const tooLittle: RefusedFor = {
  code: 'balance_insufficient',
  detail: 'The balance is smaller than the amount',
  pointer: '/payin_amount',
}

/**
 * Runs a check that an order would run, and adds its refusal to the list.
 * @throws Refusal with a status below 404: then this request itself is invalid
 */
async function collectRefusal<Result>(
  refused: RefusedFor[],
  check: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Refusal) || problems[error.code].status < 404) throw error
    const { code, message: detail, errors } = error
    refused.push({ code, detail, pointer: errors[0]?.pointer ?? null })
    return undefined
  }
}
