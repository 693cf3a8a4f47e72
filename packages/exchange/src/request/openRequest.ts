import { isIPv4 } from 'node:net'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import { breaches, type CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { routedToken } from '../cell/Cell.ts'
import type { Partner } from '../partner/Partner.ts'
import { traitsOf } from '../payin/traits/PayinTraits.ts'
import type { DestinationDeps, Mode } from '../payout/destination.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import { checkOffer } from './checkOffer.ts'
import type { RequestStore } from './RequestStore.ts'
import type { WidgetRequest } from './WidgetRequest.ts'
import { widgetTariff } from './widgetTariff.ts'

type Deps = DestinationDeps & {
  requests: Pick<RequestStore, 'open'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  cell: string | null
  now: () => Date
  /** How long a request may be used, milliseconds. */
  requestLifeMs: number
}

/**
 * Opens a widget request after checking every rule between its fields.
 * @throws Refusal naming the fields; nothing was stored then
 */
export async function openRequest(
  deps: Deps,
  { partner, fields: body }: { partner: Partner; fields: CreateRequest },
): Promise<WidgetRequest> {
  checkRules(body)
  const fields = withReturns(body, deps.mode)
  const isFromBalance =
    fields.payin_group !== undefined && traitsOf(fields.payin_group)?.isFromBalance === true
  const tariff = widgetTariff(deps.catalogue.now(), partner.id, isFromBalance)
  await checkOffer(deps, tariff, fields)
  const request = fresh(deps, partner, fields)
  const outcome = await deps.requests.open(request)
  if (outcome === 'opened') return request
  throw fieldRefusal(
    'partner_order_id_taken',
    ['partner_order_id'],
    outcome.requestId === null
      ? 'An order already has this partner_order_id; no request was opened'
      : `The widget request ${outcome.requestId} already has this partner_order_id; no new request was opened`,
    { client_order_id: outcome.clientOrderId, request_id: outcome.requestId },
  )
}

function checkRules(fields: CreateRequest): void {
  const errors = breaches(fields)
  const [first] = errors
  if (!first) return
  throw new Refusal(first.code, `${first.detail}; no request was opened`, { errors })
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
  throw fieldRefusal(
    'validation_failed',
    [field],
    `${field} must be an https address without a user name or password`,
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

function fresh(deps: Deps, partner: Partner, fields: CreateRequest): WidgetRequest {
  const id = routedToken(deps, 160)
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
    canceledAt: null,
    orderId: null,
  }
}
