import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { outsideAddress, type OutsideRule } from '@cambio/server/outside/outsideAddress.ts'

/**
 * Posts a form to a merchant's notification URL and returns the answer: its status and the beginning of its body.
 * @throws NotAllowed for an address that the rule forbids
 * @throws Error named `TimeoutError` when the answer takes too long, any other when the address cannot be reached
 */
export type Post = (
  url: string,
  body: URLSearchParams,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>

/** The answer of an address. */
export type Answered = { readonly status: number; readonly text: string }

/**
 * Posts forms over HTTP. Redirects are not followed: the merchant agreed to this address and to no other.
 * @param timeoutMs for the whole exchange
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
      return await send(url, options, body)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8'

function send(url: URL, options: RequestOptions, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = open(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      beginningOf(answer).then((text) => resolve({ status, text }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** How many characters of an answer are read. `OK` needs two, so a longer answer is not an acknowledgement. */
const MOST_READ = 64

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer) {
    text += decoder.decode(Buffer.from(chunk), { stream: true })
    if (text.length > MOST_READ) break
  }
  return text
}
