import type { KeyObject } from 'node:crypto'
import { request, type RequestOptions } from 'node:https'
import { connect as connectByTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { outsideAddress, type Resolve } from '@cambio/server/outside/outsideAddress.ts'
import { gatewayHost, type AppleEnvironment } from './gatewayHost.ts'

/**
 * Asks Apple for a session, which lets one page open the sheet once, within five minutes. What it holds is between Apple and
 * the browser.
 * Source: https://developer.apple.com/documentation/applepayontheweb/requesting-an-apple-pay-payment-session
 * @throws NotAllowed for a validation URL that is not Apple's: nothing was connected to then
 * @throws Error where Apple cannot be reached, does not answer in time, or does not give a session
 */
export type RequestMerchantSession = (input: {
  /** Where the browser says that the session has to be asked for. */
  readonly validationUrl: string
  /** The host of the page in whose tab the buyer pays, which is registered with Apple. */
  readonly domain: string
  /** The merchant's name, as the buyer's device shows it. */
  readonly displayName: string
}) => Promise<unknown>

/** How a connection is made. Tests hand in a connector and a resolver that stay on this machine. */
export type AppleNetwork = {
  readonly connect?: (options: ConnectionOptions) => TLSSocket
  readonly resolve?: Resolve
  /** For the whole exchange. */
  readonly timeoutMs: number
}

/** What proves to Apple who asks. */
export type MerchantIdentity = {
  readonly merchantIdentifier: string
  /** In PEM. */
  readonly certificate: string
  readonly key: KeyObject
}

/** Asks over mutual TLS. */
export function merchantSessions(
  { merchantIdentifier, certificate, key }: MerchantIdentity,
  environment: AppleEnvironment,
  { connect = connectByTls, resolve, timeoutMs }: AppleNetwork,
): RequestMerchantSession {
  const keyPem = key.export({ format: 'pem', type: 'pkcs8' })
  return async ({ validationUrl, domain, displayName }) => {
    const host = gatewayHost(validationUrl, environment)
    const address = `https://${host}/paymentservices/paymentSession`
    const { url, lookup } = outsideAddress(address, { allowPrivate: false, ...(resolve && { resolve }) })
    const body = JSON.stringify({
      merchantIdentifier,
      displayName: shortened(displayName),
      initiative: 'web',
      initiativeContext: domain,
    })
    const identity = { cert: certificate, key: keyPem }
    const tls = { host, port: 443, servername: host, lookup, minVersion: 'TLSv1.2', ...identity } as const
    const signal = AbortSignal.timeout(timeoutMs)
    return sessionIn(await post(url, body, { createConnection: () => connect(tls), signal }))
  }
}

/** Apple takes 64 bytes of UTF-8 at the most. A character of which only a part fits is left out. */
function shortened(name: string): string {
  return new TextDecoder().decode(Buffer.from(name).subarray(0, 64), { stream: true })
}

function sessionIn({ status, text }: { readonly status: number; readonly text: string }): unknown {
  if (status !== 200) throw new GatewayRefused(status)
  const session: unknown = JSON.parse(text)
  if (typeof session !== 'object' || session === null) throw new Error('Apple’s session is no object')
  return session
}

/** Apple's no. Its words are for developers; the log has its status. */
class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused'
  readonly code: string

  constructor(status: number) {
    super('Apple gave no session')
    this.code = `status_${status}`
  }
}

/** A session has about 5 kB. */
const MOST_READ = 65_536

/** Redirects are not followed. @throws Error when the address cannot be reached or `signal` is aborted */
function post(
  url: URL,
  body: string,
  options: RequestOptions,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    }
    const asked = request(url, { ...options, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MOST_READ) asked.destroy(new Error('Apple’s answer is too long'))
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
