import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Delivery, DeliveryAnswer, PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import { NotAllowed, outsideAddress, type Resolve } from '@cambio/server/outside/outsideAddress.ts'
import { traceHeaders } from '@cambio/server/trace/tracing.ts'
import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'

/** How long a delivery may take, from the look-up of the name to the end of the answer, milliseconds. */
const TIME_LIMIT_MS = 15_000

/** How much of an answer's body is read before the connection is closed, bytes. */
const LONGEST_BODY = 64 * 1024
/** How much of it is stored for the partner to read, bytes. */
const KEPT_BYTES = 1_000

/** A connection that was idle for so long is closed, milliseconds. Many receivers close theirs after five seconds. */
const IDLE_MS = 4_000
const MOST_IDLE = 32

/**
 * Delivers callbacks over HTTP. The address is looked up once for each connection, and the connection goes to the very
 * addresses that were checked, so a name that resolves differently later gains nothing. A connection is reused for
 * deliveries that follow soon.
 * @param input.allowPrivate sandbox only: plain http, and private addresses
 * @param input.version of the product, as receivers see it in `User-Agent`
 * @param input.pauseMs how long a body pauses half-way, as on a slow line; for tests of a receiver
 */
export function partnerEndpoint(input: {
  readonly allowPrivate: boolean
  readonly version: string
  readonly timeLimitMs?: number
  readonly pauseMs?: number
  readonly resolve?: Resolve
}): PartnerEndpoint {
  const { allowPrivate, version, timeLimitMs = TIME_LIMIT_MS, pauseMs, resolve } = input
  const rule = { allowPrivate, ...(resolve && { resolve }) }
  const agentOptions = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MOST_IDLE }
  const agents: Agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) }
  return {
    async deliver(delivery) {
      try {
        const { url, lookup } = outsideAddress(delivery.url, rule)
        const options: RequestOptions = {
          method: 'POST',
          headers: headersOf(delivery, version),
          signal: AbortSignal.timeout(timeLimitMs),
          lookup,
        }
        return answerOf(await exchangeOnce(agents, url, options, { body: delivery.body, pauseMs }))
      } catch (error) {
        return isTimeOut(error)
          ? { is: 'unanswered', why: `No answer within ${timeLimitMs} ms` }
          : { is: 'failed', why: reasonOf(error) }
      }
    },
  }
}

function headersOf(
  { id, at, body, secret, formerSecret }: Delivery,
  version: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const secrets = formerSecret === null ? [secret] : [secret, formerSecret]
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': `Cambio/${version}`,
    'API-Signature': signCallback(secret, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...traceHeaders(),
    'webhook-signature': secrets.map((one) => signWebhook(one, id, timestamp, body)).join(' '),
  }
}

/** A body, and how long it pauses half-way, milliseconds. */
type Sent = { readonly body: string; readonly pauseMs: number | undefined }

type Agents = Readonly<Record<'http:' | 'https:', HttpAgent>>

/** The receiver closed a reused connection before it received the request. */
class Closed extends Error {
  override readonly name = 'Closed'
}

/** A receiver's answer: its status, and how its body began. */
type Answered = { readonly status: number; readonly text: string }

/** Sends over a reused connection where there is one. If the receiver has just closed it, sends over a new one. */
async function exchangeOnce(
  agents: Agents,
  url: URL,
  options: RequestOptions,
  sent: Sent,
): Promise<Answered> {
  const agent = agents[url.protocol === 'https:' ? 'https:' : 'http:']
  try {
    return await exchange(url, { ...options, agent }, sent)
  } catch (error) {
    if (error instanceof Closed) return exchange(url, { ...options, agent: false }, sent)
    throw error
  }
}

/** Sends the body and reads the answer. Once there is a status, no later fault changes it. */
function exchange(url: URL, options: RequestOptions, { body, pauseMs }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, options)
    let status: number | undefined
    let text = () => ''
    request.on('response', (response) => {
      status = response.statusCode ?? 0
      text = readBeginning(response)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (status === undefined)
        reject(isClosed ? new Closed('The connection was closed', { cause: error }) : error)
    })
    request.on('close', () => void (status !== undefined && resolve({ status, text: text() })))
    if (pauseMs === undefined) request.end(body)
    else endSlowly(request, Buffer.from(body), pauseMs)
  })
}

/** Sends half of a body, and the other half after a pause. */
function endSlowly(request: ClientRequest, body: Buffer, pauseMs: number): void {
  const half = Math.floor(body.length / 2)
  request.write(body.subarray(0, half))
  const timer = setTimeout(() => request.end(body.subarray(half)), pauseMs)
  request.on('close', () => clearTimeout(timer))
}

/** Reads an answer's body to its end. @returns a function for its beginning as text */
function readBeginning(response: IncomingMessage): () => string {
  let length = 0
  const kept: Buffer[] = []
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    if (length < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - length))
    length += chunk.length
    if (length > LONGEST_BODY) response.destroy()
  })
  return () => readable(Buffer.concat(kept).toString('utf8'))
}

/**
 * Text that can be stored and shown: without control characters, and without a card number, which is stored nowhere.
 */
function readable(text: string): string {
  const plain = text.replace(/[^\P{C}\n\t]/gu, '').replaceAll('\uFFFD', '')
  return containsCardNumber(plain) ? '<not kept: it may hold a card number>' : plain
}

function answerOf({ status, text }: Answered): DeliveryAnswer {
  const said = text === '' ? {} : { text }
  if (status >= 200 && status < 300) return { is: 'acknowledged', status, ...said }
  return status === 410
    ? { is: 'gone', ...said }
    : { is: 'failed', why: `The receiver answered with status ${status}`, status, ...said }
}

/** The reason for the log and the operator. A network error's own message could contain the address's query. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The call failed'
  if (error instanceof NotAllowed) return error.message
  return 'code' in error && typeof error.code === 'string'
    ? `The connection failed (${error.code})`
    : 'The call failed'
}

function isTimeOut(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
