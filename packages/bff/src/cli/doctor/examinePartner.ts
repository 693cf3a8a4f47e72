import type { Endpoint } from '@cambio/exchange/operator/endpoint/EndpointWrites.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import { MAIN_ENDPOINT } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { endpointObjection } from '../../partner/endpointObjection.ts'
import { REQUESTS_KEPT_MS } from '../../store/partnerRequests.ts'
import { KEPT_MS } from '../../store/purge.ts'
import { callbackSigners } from '../../store/read/callbackSigners.ts'
import { listDeliveries } from '../../store/read/deliveries.ts'
import { partnerEndpoints } from '../../store/read/endpoints.ts'
import { showPartner, type PartnerRecord } from '../../store/read/partner/partners.ts'
import { countRequests, statusesReached } from '../../store/read/partner/partnerUse.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { examineReceiver } from '../receiver/examineReceiver.ts'

/**
 * Examines whether a partner is ready for real money, as far as the exchange can tell: its settings, its requests, its
 * callback endpoints and, in a sandbox, the cases that it has tested. Its receiver is sent callbacks about an order that
 * does not exist.
 */
export async function examinePartner(deps: CommandDeps, partnerId: string): Promise<Finding[]> {
  const partner = await showPartner(deps, partnerId)
  const endpoints = await partnerEndpoints(deps.query, partnerId, deps.now())
  const main = endpoints.find(({ id }) => id === MAIN_ENDPOINT)
  return [
    stateOf(partner),
    ...keysOf(partner),
    signaturesOf(partner),
    await requestsOf(deps, partnerId),
    ...(await Promise.all(endpoints.map((endpoint) => endpointOf(deps, partnerId, endpoint)))),
    ...(main === undefined ? [] : await receiverOf(deps, partnerId, main)),
    originsOf(deps, partner),
    contactOf(partner),
    ...(await casesOf(deps, partnerId)),
  ]
}

function stateOf({ name, suspendedAt }: PartnerRecord): Finding {
  if (suspendedAt === null) return good('partner', `${name} is active.`)
  const since = suspendedAt.toISOString()
  return bad('partner', `${name} has been suspended since ${since}.`, '“partner resume” lets it sell again.')
}

function keysOf(partner: PartnerRecord): Finding[] {
  const former = [
    ['API key', partner.formerApiKeyUntil],
    ['secret', partner.formerSecretUntil],
    ['callback secret', partner.formerCallbackSecretUntil],
  ] as const
  const open = former.flatMap(([what, until]) =>
    until === null
      ? []
      : [
          warning(
            'keys',
            `The former ${what} works until ${until.toISOString()}.`,
            'Have the partner change to the new one before that.',
          ),
        ],
  )
  return open.length > 0 ? open : [good('keys', 'Only the current key and secrets work.')]
}

function signaturesOf({ requireTimestamp, leastSignatureVersion }: PartnerRecord): Finding {
  if (requireTimestamp || leastSignatureVersion === 2)
    return good('signatures', 'A recorded request soon becomes useless, because its time is signed.')
  return warning(
    'signatures',
    'A recorded request can be sent again at any time.',
    'Once the partner sends API-Timestamp: “partner update … --require-timestamp yes”.',
  )
}

async function requestsOf({ query, now }: CommandDeps, partnerId: string): Promise<Finding> {
  const since = new Date(now().getTime() - REQUESTS_KEPT_MS)
  const { all, unsigned } = await countRequests(query, { partnerId, since })
  const requests = `${counted(Number(all), 'request', 'requests')} in the last 7 days`
  if (all === 0n)
    return warning('requests', `${requests}.`, 'Have the partner call with this key, such as for a price.')
  if (unsigned > 0n)
    return warning(
      'requests',
      `${requests}, of which ${unsigned} had a wrong key, signature or time.`,
      'The partner finds them in its request log; the guide says under Sign and call how to sign.',
    )
  return good('requests', `${requests}, all with the right signature.`)
}

async function endpointOf(
  { query, now, mode }: CommandDeps,
  partnerId: string,
  { id, url, offAt }: Endpoint,
): Promise<Finding> {
  const check = 'callbacks'
  if (url === null)
    return bad(check, 'There is no address for callbacks.', '“partner update … --callback-url” sets it.')
  if (offAt !== null)
    return bad(
      check,
      `The endpoint ${url} has been off since ${offAt.toISOString()}.`,
      'The partner switches it on and has the missed callbacks sent again.',
    )
  const objection = endpointObjection(mode, url)
  if (objection !== null)
    return bad(
      check,
      `${url} ${objection === 'not_https' ? 'is not https' : 'is no public address'}, so no callback is sent to it.`,
      'The partner, or “partner update … --callback-url”, sets another.',
    )
  const listed = { partnerId, endpointId: id, orderId: null, place: null, rows: 1 }
  const since = new Date(now().getTime() - KEPT_MS)
  const [failed] = await listDeliveries(query, { ...listed, since, state: 'failed' })
  const [acknowledged] = await listDeliveries(query, { ...listed, since, state: 'acknowledged' })
  if (failed !== undefined)
    return warning(
      check,
      `${url} has not accepted a callback of ${failed.createdAt.toISOString()}: ${failed.why ?? 'no answer'}.`,
      'See “callback list --partner …”; “callback resend” sends them again.',
    )
  if (acknowledged === undefined)
    return warning(
      check,
      `${url} has not yet acknowledged a callback.`,
      'Place an order, or send a test callback from the partner’s page.',
    )
  return good(check, `${url} acknowledged a callback of ${acknowledged.createdAt.toISOString()}.`)
}

/** What the main receiver does with callbacks that are forged, repeated, old or slow. */
async function receiverOf(
  deps: CommandDeps,
  partnerId: string,
  { url, offAt }: Endpoint,
): Promise<Finding[]> {
  const [signer] = await callbackSigners(deps, partnerId)
  if (signer === undefined || url === null || offAt !== null || endpointObjection(deps.mode, url) !== null)
    return []
  const checks = await examineReceiver(deps, signer, url)
  const unhandled = checks.filter(({ handled }) => !handled)
  if (unhandled.length === 0)
    return [good('receiver', `It handles all kinds of callbacks: ${checks.map(nameOf).join(', ')}.`)]
  return unhandled.map((each) =>
    bad(
      'receiver',
      `It does not handle a callback that is ${nameOf(each)}.`,
      each.hint ?? 'Look at its log.',
    ),
  )
}

function nameOf({ check }: { readonly check: string }): string {
  return check.replaceAll('_', ' ')
}

function originsOf({ mode }: CommandDeps, { origins }: PartnerRecord): Finding {
  const check = 'origins'
  const insecure = origins.filter((origin) => !origin.startsWith('https:'))
  if (origins.length === 0)
    return warning(
      check,
      'No page may show the widget in a frame.',
      'Needed for the widget alone: “partner update … --origin https://shop.example.com”.',
    )
  if (mode === 'live' && insecure.length > 0)
    return bad(check, `Not https: ${insecure.join(', ')}.`, 'Replace them: “partner update … --origin”.')
  return good(check, `The widget may be framed by ${origins.join(', ')}.`)
}

function contactOf({ contactEmail }: PartnerRecord): Finding {
  if (contactEmail !== null)
    return good('contact', 'A contact may sign in at /partner, and is mailed about changes.')
  return warning(
    'contact',
    'Nobody may sign in to the partner’s page, or is mailed about changes.',
    '“partner update … --contact name@example.com” names one.',
  )
}

const cases = {
  finished: 'an order that is paid out',
  refunded: 'a refund',
  error: 'a payment that ends in an error, such as after three declines',
  expired: 'an order that nobody pays',
} as const satisfies Partial<Readonly<Record<Status, string>>>

/** The ends of orders that a partner's programs have met. They are tested in a sandbox, not with real money. */
async function casesOf({ query, mode }: CommandDeps, partnerId: string): Promise<Finding[]> {
  if (mode === 'live') return []
  const statuses = ['finished', 'refunded', 'error', 'expired'] as const
  const reached = new Set<Status>(await statusesReached(query, { partnerId, statuses }))
  const missing = statuses.filter((status) => !reached.has(status)).map((status) => cases[status])
  if (missing.length === 0) return [good('cases', 'Orders that end well and badly were tried.')]
  return [
    warning(
      'cases',
      `Not tried yet: ${missing.join('; ')}.`,
      'The guide says under Testing how to cause each.',
    ),
  ]
}
