import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { signMessage } from '@cambio/server/messageSignature/signMessage.ts'
import { NotAllowed, outsideAddress, type OutsideRule } from '@cambio/server/outside/outsideAddress.ts'
import { settleDue } from '@cambio/server/work/due.ts'
import { NOTIFICATION_TAG } from '@cambio/wire/notification.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { followUpHash, subjectOf } from '../protocol/hash.ts'
import { findMerchant } from '../store/merchants.ts'
import { findTransaction } from '../store/transactions.ts'
import { tokenOf } from '../vault/cardToken.ts'

/**
 * Sends a form to a merchant's address, with headers of its own where there are any, and gives what it answered; throws
 * `TimeoutError` when it takes too long.
 */
export type Post = (
  url: string,
  body: URLSearchParams,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; text: string }>

/** Minutes after the first attempt at which a notification is sent again. */
const RETRY_MINUTES = [15, 30, 45, 60]
const MINUTE_MS = 60_000
const BLOCK_MS = 15 * MINUTE_MS
const TIMEOUTS_WITHIN_MS = 5 * MINUTE_MS
const TIMEOUTS_MOST = 5

type Row = {
  url: string
  fields: Record<string, string>
  with_token: boolean
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  first_attempt_at: Date | null
  transaction_id: string
  merchant_id: string
  blocked_until: Date | null
}

/**
 * Sends a notification that is due and writes down how it went. An address that is blocked keeps its notifications
 * until it is open again, and that costs them no attempt.
 */
export async function notify(
  deps: { platform: Platform; post: Post; retryFactor: number },
  notificationId: string,
): Promise<void> {
  const { platform } = deps
  const [row] = await platform.query<Row>({
    name: 'notification_find',
    text: `select n.url, n.fields, n.with_token, n.state, n.attempts, n.first_attempt_at, n.transaction_id,
             n.merchant_id, a.blocked_until
           from notification n left join notification_address a on a.url = n.url where n.id = $1`,
    values: [notificationId],
  })
  if (row?.state !== 'waiting') return
  const now = platform.clock.now()
  if (row.blocked_until !== null && row.blocked_until > now) {
    const later = { id: notificationId, dueAt: row.blocked_until }
    await platform.query(settleDue({ table: 'notification', key: 'id' }, later))
    return
  }
  const answer = await send(deps, row)
  const problem = answer === 'timeout' ? 'It took too long to answer.' : problemOf(answer)
  const first = row.first_attempt_at ?? now
  const minutes = RETRY_MINUTES[row.attempts]
  await platform.query({
    name: 'notification_attempted',
    text: ATTEMPTED,
    values: [
      notificationId,
      problem === null ? 'delivered' : minutes === undefined ? 'failed' : 'waiting',
      first,
      problem,
      problem === null || minutes === undefined
        ? null
        : new Date(first.getTime() + minutes * MINUTE_MS * deps.retryFactor),
      answer === 'timeout',
      platform.clock.now(),
      new Date(now.getTime() - TIMEOUTS_WITHIN_MS),
      new Date(now.getTime() + BLOCK_MS * deps.retryFactor),
      TIMEOUTS_MOST,
      row.url,
    ],
  })
  if (problem !== null) {
    platform.log.warn('A notification was not taken', {
      transId: row.transaction_id,
      merchantId: row.merchant_id,
      attempts: row.attempts + 1,
      reason: problem,
    })
  }
}

type Reply = { status: number; text: string } | NotAllowed | 'timeout' | 'unreachable'

async function send({ platform, post }: { platform: Platform; post: Post }, row: Row): Promise<Reply> {
  const merchant = await findMerchant(platform, row.merchant_id)
  const transaction = await findTransaction(platform.query, row.transaction_id)
  if (merchant === undefined || transaction === undefined)
    throw new Error('A notification belongs to nobody.')
  const { payer, means, id } = transaction
  const token = row.with_token ? tokenOf(platform, transaction) : null
  const body = new URLSearchParams({
    ...row.fields,
    ...(token === null ? {} : { card_token: token }),
    hash: followUpHash(merchant.signer, payer.email, id, subjectOf(means.mask)),
  })
  try {
    return await post(row.url, body, signatureOf(platform, merchant, row.url, body))
  } catch (error) {
    if (error instanceof NotAllowed) return error
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

/**
 * A notification's hash signs nothing but the card and the payer, and whoever reads it could send it back as a request.
 * To a merchant with a signing secret the whole of it is signed by that as well, for this purpose alone, and by the
 * secret before while that still holds, since nobody here knows which of them the merchant checks by. Its path is
 * covered: a merchant behind a proxy need not know how it was addressed.
 */
function signatureOf(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  { id: keyId, signatureKeys }: Pick<Merchant, 'id' | 'signatureKeys'>,
  url: string,
  body: URLSearchParams,
): Record<string, string> {
  const secrets = signatureKeys.flatMap((key) => (key.algorithm === 'hmac-sha256' ? [key.secret] : []))
  if (secrets.length === 0) return {}
  const signer = { keyId, secrets, tag: NOTIFICATION_TAG, covers: '@path' } as const
  const message = { method: 'POST', url: new URL(url), body: Buffer.from(body.toString()) }
  return signMessage(signer, message, { now: clock.now(), nonce: random.uuid() })
}

/** Why an answer is no receipt; null when it is one: a 2xx that says `OK`. */
function problemOf(answer: Exclude<Reply, 'timeout'>): string | null {
  if (answer === 'unreachable') return 'The address could not be reached.'
  if (answer instanceof NotAllowed) return `${answer.message}.`
  if (answer.status < 200 || answer.status > 299) return `It answered with status ${answer.status}.`
  return answer.text.trim().toUpperCase() === 'OK' ? null : 'It answered something else than OK.'
}

const ATTEMPTED = `
  with attempted as (
    update notification set state = $2, attempts = attempts + 1, first_attempt_at = $3, last_problem = $4, due_at = $5,
      lease_until = null, due_attempts = 0
    where id = $1 and state = 'waiting'
    returning url),
  slow as (
    insert into notification_address as address (url, timeouts, blocked_until)
    select url, array[$7::timestamptz], null from attempted where $6::boolean
    on conflict (url) do update set
      timeouts = case when $10::int <= 1 + (select count(*) from unnest(address.timeouts) past where past > $8)
        then '{}' else (select array_agg(past) from unnest(address.timeouts) past where past > $8) || $7::timestamptz end,
      blocked_until = case when $10::int <= 1 + (select count(*) from unnest(address.timeouts) past where past > $8)
        then $9 else address.blocked_until end),
  well as (
    delete from notification_address where url = $11 and $2 = 'delivered')
  select url from attempted`

/**
 * Posts a form over HTTP, where merchants' addresses may lead. Redirects are not followed: the address was agreed on,
 * another was not.
 */
export function httpPost(timeoutMs: number, rule: OutsideRule): Post {
  return async (address, form, headers = {}) => {
    const { url, lookup } = outsideAddress(address, rule)
    const body = form.toString()
    const signal = AbortSignal.timeout(timeoutMs)
    const length = String(Buffer.byteLength(body))
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': FORM_TYPE, 'Content-Length': length, ...headers },
      lookup,
      signal,
    }
    try {
      return await exchangeOnce(url, options, body)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8'

function exchangeOnce(
  url: URL,
  options: RequestOptions,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      beginningOf(answer).then((text) => resolve({ status, text }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

const LONGEST_RECEIPT = 64

/** As much of an answer as a receipt can have; a longer one is none, and is not read to its end. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer) {
    text += decoder.decode(Buffer.from(chunk), { stream: true })
    if (text.length > LONGEST_RECEIPT) break
  }
  return text
}
