import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/*
 * Signatures between servers. This is the one file of the package that needs Node's crypto; nothing that reaches
 * a browser imports it.
 */

/**
 * Signs a request: base64(HMAC-SHA512(secret, SHA256(timestamp + path + body))).
 * @param path without host and query
 * @param body as sent, as its bytes or as the text that is sent as UTF-8; '' for GET
 * @param timestamp unix seconds as sent in `API-Timestamp`, or '' without one
 */
export function signRequest(secret: string, path: string, body: string | Uint8Array, timestamp = ''): string {
  return signDigest(secret, requestDigest(path, body, timestamp))
}

/** A request as version 2 signs it. */
export type SignedRequest = {
  readonly method: string
  /** Path and query as they are sent, without host: `/api/v2/partner/order/list?rows=5`. */
  readonly target: string
  /** As sent, as its bytes or as the text that is sent as UTF-8; '' where there is none. */
  readonly body: string | Uint8Array
  /** Unix seconds as sent in `API-Timestamp`. */
  readonly timestamp: string
}

/** Signs a request, version 2: base64(HMAC-SHA512(secret, text)), with the text of `requestText`. */
export function signRequestV2(secret: string, request: SignedRequest): string {
  return signDigest(secret, Buffer.from(requestText(request)))
}

/**
 * What version 2 signs: four lines with a line feed between them, which are the timestamp, the method in capitals, the
 * path with its query, and SHA256(body) in lower-case hex.
 */
export function requestText({ method, target, body, timestamp }: SignedRequest): string {
  return [timestamp, method, target, digestOf(body).toString('hex')].join('\n')
}

/** What the signature of a request is made over: SHA256(timestamp + path + body), each as for `signRequest`. */
export function requestDigest(path: string, body: string | Uint8Array, timestamp = ''): Buffer {
  return digestOf(timestamp + path, body)
}

/** Signs a digest: base64(HMAC-SHA512(secret, digest)). For trying several secrets on one request. */
export function signDigest(secret: string, digest: Uint8Array): string {
  return createHmac('sha512', secret).update(digest).digest('base64')
}

/** Signs a callback: base64(HMAC-SHA512(callback secret, SHA256(body))), padded. */
export function signCallback(callbackSecret: string, body: string): string {
  return signDigest(callbackSecret, digestOf(body))
}

/**
 * Signs a callback the Standard Webhooks way, so that receivers can refuse replays:
 * `v1,` + base64(HMAC-SHA256(secret, id.timestamp.body)).
 * @param timestamp unix seconds of this attempt
 */
export function signWebhook(callbackSecret: string, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', callbackSecret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Compares in constant time. Trailing `=` counts as padding and is ignored. */
export function sameSignature(expected: string, received: string): boolean {
  const expectedBytes = Buffer.from(expected.replace(/=+$/, ''))
  const receivedBytes = Buffer.from(received.replace(/=+$/, ''))
  return expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes)
}

function digestOf(...message: readonly (string | Uint8Array)[]): Buffer {
  const digest = createHash('sha256')
  for (const part of message) digest.update(part)
  return digest.digest()
}
