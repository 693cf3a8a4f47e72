import { isIPv4 } from 'node:net'
import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction, Group } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { breaches, type CreateRequest } from '@cambio/wire/WidgetRequest.ts'
import { checkAddress } from './address/checkAddress.ts'
import type { Mode } from './destination.ts'
import type { Partner } from './Partner.ts'
import type { Chance } from './ports/Chance.ts'
import type { RateSource } from './ports/RateSource.ts'
import type { RequestStore } from './ports/Store.ts'
import { amount, chosenGroup, known, priceLines } from './quotePair.ts'
import type { Tariff } from './Tariff.ts'
import type { WidgetRequest } from './WidgetRequest.ts'

/** The currency with the most decimals, for amounts whose own is not known yet. */
const finest = Currency.currencies.reduce((most, currency) =>
  currency.decimals > most.decimals ? currency : most,
)

type Deps = {
  requests: Pick<RequestStore, 'open'>
  rates: RateSource
  tariff: Tariff
  mode: Mode
  chance: Chance
  now: () => Date
  /** How long a request may be used, milliseconds. */
  requestLifeMs: number
}

/**
 * Opens a widget request after every rule between its fields held.
 * @throws Refusal naming the fields; nothing was stored then
 */
export async function openRequest(
  deps: Deps,
  { partner, fields: sent }: { partner: Partner; fields: CreateRequest },
): Promise<WidgetRequest> {
  checkRules(sent)
  const fields = withReturns(sent, deps.mode)
  await checkOffer(deps, fields)
  const request = fresh(deps, partner, fields)
  const outcome = await deps.requests.open(request)
  if (outcome === 'opened') return request
  throw new Refusal(
    'partner_order_id_taken',
    'This partner_order_id is used already; no request was opened',
    {
      extra: { client_order_id: outcome.clientOrderId },
      errors: [
        { pointer: '/partner_order_id', code: 'partner_order_id_taken', detail: 'Choose another one' },
      ],
    },
  )
}

function checkRules(fields: CreateRequest): void {
  const found = breaches(fields)
  const [first] = found
  if (!first) return
  throw new Refusal(first.code, 'Some fields do not go together; no request was opened', {
    errors: found,
  })
}

/** The fields with their return addresses as a browser reads them. */
function withReturns(fields: CreateRequest, mode: Mode): CreateRequest {
  const read = { ...fields }
  for (const field of ['http_return_success', 'http_return_failed'] as const) {
    const url = fields[field]
    if (url !== undefined) read[field] = returnAddress(field, new URL(url), mode)
  }
  return read
}

/** Return addresses are https; plain http is for a sandbox on this machine. */
function returnAddress(field: string, url: URL, mode: Mode): string {
  const isHere = url.protocol === 'http:' && isLoopback(url.hostname) && mode === 'sandbox'
  const isOpen = url.username === '' && url.password === ''
  if (isOpen && (url.protocol === 'https:' || isHere)) return url.href
  const detail = 'Use an https address without a user name or password'
  throw new Refusal('validation_failed', `${field}: ${detail}`, {
    errors: [{ pointer: `/${field}`, code: 'validation_failed', detail }],
  })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** What is fixed or preset must be something the exchange offers, amount included. */
async function checkOffer(deps: Deps, fields: CreateRequest): Promise<void> {
  const payin = sideOf(deps.tariff, fields, 'payin')
  const payout = sideOf(deps.tariff, fields, 'payout')
  const given = {
    payin_amount: fields.payin_amount ?? fields.payin_amount_default,
    payout_amount: fields.payout_amount ?? fields.payout_amount_default,
  }
  readAmount(given.payin_amount, payin, fields, 'payin_amount')
  readAmount(given.payout_amount, payout, fields, 'payout_amount')
  checkFixedAddress(fields, payout, deps.mode)
  if (!payin || !payout) return
  if (payin.currency === payout.currency)
    throw new Refusal('pair_unavailable', `${payin.currency.code} does not buy ${payout.currency.code}`)
  if (given.payin_amount === undefined && given.payout_amount === undefined) return
  await priceLines(deps, {
    payin_currency: payin.currency.code,
    payin_group: payin.group,
    payout_currency: payout.currency.code,
    payout_group: payout.group,
    ...given,
  })
}

type Side = { readonly currency: Currency.Currency; readonly group: Group }

function sideOf(tariff: Tariff, fields: CreateRequest, direction: Direction): Side | undefined {
  const code = fields[`${direction}_currency`] ?? fields[`${direction}_currency_default`]
  const group = fields[`${direction}_group`] ?? fields[`${direction}_group_default`]
  if (code === undefined) return undefined
  const currency = known(code, `${direction}_currency`)
  return { currency, group: chosenGroup(tariff, direction, currency, group) }
}

/** An amount without its currency can only be checked for its form; the buyer's choice decides the rest. */
function readAmount(
  text: string | undefined,
  side: Side | undefined,
  fields: CreateRequest,
  field: 'payin_amount' | 'payout_amount',
): void {
  const name = fields[field] === undefined ? `${field}_default` : field
  amount(text, side?.currency ?? finest, name)
}

/** The memo of a fixed address is the buyer's to give, so only the address itself is checked here. */
function checkFixedAddress(fields: CreateRequest, payout: Side | undefined, mode: Mode): void {
  if (fields.dst_address === undefined || !payout) return
  const check = checkAddress({ currency: payout.currency, address: fields.dst_address, memo: null, mode })
  if (check.ok || check.pointer !== '/dst_address') return
  throw new Refusal('address_invalid', check.detail, {
    errors: [{ pointer: check.pointer, code: 'address_invalid', detail: check.detail }],
  })
}

function fresh(deps: Deps, partner: Partner, fields: CreateRequest): WidgetRequest {
  const id = deps.chance.token(160)
  const createdAt = deps.now()
  return {
    id,
    partnerId: partner.id,
    partnerOrderId: fields.partner_order_id ?? id,
    fields,
    draft: null,
    draftDestination: null,
    openedAt: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + deps.requestLifeMs),
    orderId: null,
  }
}
