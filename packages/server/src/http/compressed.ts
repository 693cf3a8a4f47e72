import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { DoorEnv } from './door.ts'

/** A shorter body is sent as it is: compressed, with the header that says so, it would hardly be smaller; bytes. */
const LEAST_BYTES = 256

/** The level at which Brotli takes as long as gzip does, and is a tenth smaller. */
const BROTLI_LEVEL = 5

const brotli = promisify(brotliCompress)

/** Hono's own compression knows no Brotli, and sends what it compresses in chunks, with no length. */
const compressions = {
  br: (body: Uint8Array) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
}

type Coding = keyof typeof compressions

const acceptedGzip = acceptancePattern('gzip')

/** The codings that we send, the smaller first, and how a browser accepts each: named, without a weight of zero. */
const codings: readonly (readonly [Coding, RegExp])[] = [
  ['br', acceptancePattern('br')],
  ['gzip', acceptedGzip],
]

/** Whether a browser with this `Accept-Encoding` accepts gzip. */
export function acceptsGzip(accepted: string | undefined): boolean {
  return acceptedGzip.test(accepted ?? '')
}

/** The coding to send to a browser with this `Accept-Encoding`; null for none. */
export function acceptedCoding(accepted: string | undefined): Coding | null {
  return codings.find(([, isAccepted]) => isAccepted.test(accepted ?? ''))?.[0] ?? null
}

function acceptancePattern(coding: Coding): RegExp {
  return new RegExp(String.raw`(^|[\s,])${coding}(?!\s*;\s*q=0(\.0*)?\s*(,|$))\s*([;,]|$)`)
}

/**
 * Compresses the answers of a content type. It is for answers that nobody may store: they name nothing that they vary by.
 */
export function compressed(type: RegExp): MiddlewareHandler<DoorEnv> {
  return async (c, next) => {
    await next()
    const coding = acceptedCoding(c.req.header('accept-encoding'))
    const { res } = c
    if (coding === null || c.req.method === 'HEAD' || !type.test(res.headers.get('content-type') ?? ''))
      return
    const plain = new Uint8Array(await res.arrayBuffer())
    const isLong = plain.byteLength >= LEAST_BYTES
    c.res = new Response(isLong ? await compressions[coding](plain) : plain, res)
    if (isLong) c.res.headers.set('Content-Encoding', coding)
  }
}
