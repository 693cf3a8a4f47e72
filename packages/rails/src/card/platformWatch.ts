import { traceHeaders } from '@cambio/server/trace/tracing.ts'
import type { Repeated } from '@cambio/server/work/repeat.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { call, Unanswered } from '../call.ts'
import type { RailDeps } from '../Rail.ts'
import { isAccountRefusal, isUnsignedComplaint } from './answers.ts'
import type { MerchantAccount } from './MerchantAccount.ts'
import { platformStatus } from './platformStatus.ts'
import { signedForm } from './signedForm.ts'

/** A watched platform: the fetch that calls go through, the jobs beside them, and what the operator has to mend. */
type PlatformWatch = {
  readonly fetch: typeof globalThis.fetch
  readonly repeated: readonly Repeated[]
  readonly missing: () => readonly string[]
}

type Watched = Pick<MerchantAccount, 'paymentUrl' | 'clientKey' | 'fetch' | 'signing'> & {
  /** The current password and the next one, of which the platform accepts one. */
  readonly passwords: readonly (string | null)[]
}

const LOOK_EVERY_MS = 500
/**
 * How long after unanswered looks the next one comes, milliseconds: longer each time, so that a platform that comes back
 * is not met by what many looks have left.
 */
const WAITS_MS = [500, 500, 1_000]
const LONGEST_WAIT_MS = 2_000
const ANSWER_MS = 2_000
/**
 * How long until our credentials are checked again, milliseconds: after they were accepted, and after a refusal that
 * the operator may be mending.
 */
const ACCEPTED_FOR_MS = 60_000
const REFUSED_FOR_MS = 10_000

/**
 * Watches a platform through the calls that are made to it anyway. After the first unanswered call, it asks whether the
 * platform is back, every half second at first and every two seconds later, one request at a time; then work that waits
 * for its answers continues at once. Any answer but a server error will do, since a platform need not have an address for
 * this question. At the start and from time to time it checks whether the platform accepts our credentials.
 */
export function platformWatch(
  deps: Pick<RailDeps, 'log' | 'resume' | 'metrics'>,
  platform: Watched,
): PlatformWatch {
  let awaySince: number | undefined
  let refused: Refused | null = null
  let nextCheckAt = 0
  let nextLookAt = 0
  let unanswered = 0
  deps.metrics.gauge(
    'card_platform_away',
    'Whether the card platform does not answer: 1 or 0.',
    [],
    async () => [{ labels: {}, value: awaySince === undefined ? 0 : 1 }],
  )
  deps.metrics.gauge(
    'card_platform_refuses_merchant',
    'Whether the card platform refuses MERCHANT_KEY and MERCHANT_PASSWORD, MERCHANT_SIGNING_SECRET, or the merchant that they are of: 1 or 0.',
    [],
    async () => [{ labels: {}, value: refused === null ? 0 : 1 }],
  )

  function lost(): void {
    if (awaySince !== undefined) return
    awaySince = performance.now()
    deps.log.warn('the card platform is not responding; work that waits for it continues when it is back')
  }

  /** Looks for what is due, unless the last look was unanswered a moment ago. */
  async function look(): Promise<void> {
    if (performance.now() < nextLookAt) return
    if ((await isBack()) && (await checkCredentials())) {
      unanswered = 0
      return
    }
    nextLookAt = performance.now() + (WAITS_MS[unanswered] ?? LONGEST_WAIT_MS)
    unanswered += 1
  }

  /** @returns whether the platform is available */
  async function isBack(): Promise<boolean> {
    if (awaySince === undefined) return true
    if (!(await answers(platform))) return false
    await deps.resume()
    const durationMs = Math.round(performance.now() - awaySince)
    awaySince = undefined
    deps.log.warn('the card platform answers again', { durationMs })
    return true
  }

  /** @returns whether the platform has answered, if it was asked */
  async function checkCredentials(): Promise<boolean> {
    if (performance.now() < nextCheckAt) return true
    const nowRefused = await introduce(platform)
    if (nowRefused === undefined) return false
    if (nowRefused !== null && nowRefused !== refused) deps.log.warn(advice[nowRefused])
    if (nowRefused === null && refused !== null)
      deps.log.warn('the card platform accepts our credentials again')
    refused = nowRefused
    nextCheckAt = performance.now() + (refused === null ? ACCEPTED_FOR_MS : REFUSED_FOR_MS)
    return true
  }

  return {
    async fetch(address, request) {
      try {
        const answer = await platform.fetch(address, continued(request))
        if (answer.status >= 500) lost()
        return answer
      } catch (error) {
        lost()
        throw error
      }
    },
    repeated: [
      {
        everyMs: LOOK_EVERY_MS,
        failed: 'the card platform could not be watched, or work that waited for it could not continue',
        work: look,
      },
    ],
    missing: () => (refused === null ? [] : [`the card platform refuses our ${refused}`]),
  }
}

/** Passes the trace on, which a platform of this family continues. */
function continued(request: RequestInit | undefined): RequestInit | undefined {
  const headers = traceHeaders()
  return headers.traceparent === undefined
    ? request
    : { ...request, headers: { ...Object.fromEntries(new Headers(request?.headers)), ...headers } }
}

async function answers({ paymentUrl }: Watched): Promise<boolean> {
  const status = await platformStatus(`${paymentUrl}/health/ready`, { limitMs: ANSWER_MS })
  return status !== undefined && status < 500
}

/** What the platform refuses. */
type Refused = 'credentials' | 'signature' | 'account'

const advice: Readonly<Record<Refused, string>> = {
  credentials: 'the card platform refuses our credentials: check MERCHANT_KEY and MERCHANT_PASSWORD',
  signature: 'the card platform refuses our signature: check MERCHANT_SIGNING_SECRET',
  account:
    'the card platform refuses our account: see in “cambio-cards merchant list” whether the merchant of MERCHANT_KEY is there, blocked, or kept to other addresses',
}

/**
 * Asks the platform for something that it gives only to a merchant whose credentials and signature it accepts.
 * @returns what it refused, null for nothing; undefined where it did not answer
 */
async function introduce(platform: Watched): Promise<Refused | null | undefined> {
  const status = await cardFormStatus(platform)
  if (status === undefined) return undefined
  if (status === 401) return 'credentials'
  return postedRefusal(platform)
}

/**
 * Asks for a payment that never existed, in a form that is signed as a whole where we do that.
 * @returns what it refused, account or signature; null for neither, undefined where it did not answer
 */
async function postedRefusal({
  paymentUrl,
  clientKey,
  signing,
  fetch,
}: Watched): Promise<Refused | null | undefined> {
  const url = `${paymentUrl}/post`
  const form = {
    action: 'GET_TRANS_STATUS_BY_ORDER',
    client_key: clientKey,
    order_id: 'introduction',
    hash: '0'.repeat(32),
  }
  try {
    const limit = AbortSignal.timeout(ANSWER_MS)
    const reply = await call(fetch, url, signedForm({ clientKey, signing }, url, form), limit)
    if (isAccountRefusal(reply)) return 'account'
    return isUnsignedComplaint(reply) ? 'signature' : null
  } catch (error) {
    if (error instanceof Unanswered) return undefined
    throw error
  }
}

/**
 * Reads a card form that never existed.
 * @returns its status, 401 only where every password is refused; undefined where the platform did not answer
 */
async function cardFormStatus({ paymentUrl, clientKey, passwords }: Watched): Promise<number | undefined> {
  const url = `${paymentUrl}/fields/sessions/introduction`
  let status: number | undefined
  for (const password of passwords) {
    if (password === null) continue
    const headers = {
      'API-Key': clientKey,
      'API-Signature': signRequest(password, new URL(url).pathname, ''),
    }
    status = await platformStatus(url, { headers, limitMs: ANSWER_MS })
    if (status !== 401) return status
  }
  return status
}
