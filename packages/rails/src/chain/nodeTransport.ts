import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  custom,
  HttpRequestError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
  type CustomTransport,
} from 'viem'
import * as z from 'zod/mini'

/** What a call asks for at once can be asked for in parts. */
const MOST_BYTES = 10_485_760

const Failure = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const Said = z.object({ result: z.optional(z.unknown()), error: z.optional(z.nullable(Failure)) })

type Call = { readonly method: string; readonly params?: unknown }
type Line = { readonly address: string; readonly timeoutMs: number }
type Answer = { readonly message: IncomingMessage; readonly text: string }

/**
 * JSON-RPC over HTTP for viem, with the errors of viem's own transport. That one calls by `fetch`, which takes twice the
 * processor time: for a look at the chain, which is a dozen calls a second, most of what an idle exchange takes. Redirects
 * are not followed.
 * @param address may contain a secret, also as a name and a password
 * @param timeoutMs for a whole call
 */
export function nodeTransport(address: string, timeoutMs: number): CustomTransport {
  const line = { address, timeoutMs }
  const request = async ({ method, params }: Call) =>
    resultOf(line, { method, params }, await ask(line, { method, params }))
  return custom({ request }, { key: 'node', name: 'Ethereum node', retryCount: 0 })
}

let calls = 0

/** @throws HttpRequestError, TimeoutError or ResponseBodyTooLargeError where no whole answer comes */
function ask({ address, timeoutMs }: Line, call: Call): Promise<Answer> {
  const url = new URL(address)
  const body = JSON.stringify({ jsonrpc: '2.0', id: (calls += 1), ...call })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Accept-Encoding': 'gzip',
    'User-Agent': 'Cambio',
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error)
      sent.destroy()
    }
    const broken = (cause: Error) => fail(new HttpRequestError({ body: call, cause, url: address }))
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = open(url, { method: 'POST', headers }, (message) => {
      const parts: Buffer[] = []
      let size = 0
      const decoded = decodedOf(message, broken)
      decoded.on('error', broken)
      decoded.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > MOST_BYTES) fail(new ResponseBodyTooLargeError({ maxSize: MOST_BYTES, size }))
      })
      decoded.on('end', () => resolve({ message, text: Buffer.concat(parts).toString() }))
    })
    const late = setTimeout(() => fail(new TimeoutError({ body: call, url: address })), timeoutMs)
    sent.on('close', () => clearTimeout(late))
    sent.on('error', broken)
    sent.end(body)
  })
}

function decodedOf(message: IncomingMessage, broken: (cause: Error) => void): NodeJS.ReadableStream {
  if (message.headers['content-encoding'] !== 'gzip') return message
  return pipeline(message, createGunzip(), (error) => error && broken(error))
}

/** @throws RpcRequestError where the node refuses the call, HttpRequestError where something else answers */
function resultOf({ address: url }: Line, body: Call, { message, text }: Answer): unknown {
  const { statusCode: status = 0, statusMessage: details = '', headers } = message
  const isWell = status >= 200 && status < 300
  const said = Said.safeParse(jsonOf(text))
  const refused = said.data?.error
  if (isWell && refused) throw new RpcRequestError({ body, error: refused, url })
  if (isWell && said.success) return said.data.result
  if (isWell) throw new HttpRequestError({ body, cause: new SyntaxError('This is no JSON-RPC.'), url })
  const retryAfter = headers['retry-after']
  const answered = {
    body,
    headers: new Headers(retryAfter ? { 'Retry-After': retryAfter } : {}),
    status,
    url,
  }
  throw refused
    ? new RpcRequestError({ ...answered, error: refused })
    : new HttpRequestError({ ...answered, details })
}

/** Undefined where a text is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
