import type { DoorContext } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'

/** Receives a body, in the form that checking its caller's credentials needs. */
export function receiveBody(c: DoorContext, form: 'bytes' | 'text'): Promise<string | Uint8Array> {
  return form === 'bytes' ? c.req.bytes() : c.req.text()
}

/** The text of a received body: JSON that is not compressed, in UTF-8. @throws Refusal media_type_unsupported, malformed_json */
export function bodyText(c: DoorContext, received: string | Uint8Array): string {
  if (!/^\s*application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('media_type_unsupported', 'Send the body as application/json; nothing was done')
  if (!/^(?:identity)?$/i.test(c.req.header('content-encoding') ?? ''))
    throw new Refusal('media_type_unsupported', 'Send the body without a Content-Encoding; nothing was done')
  const text = typeof received === 'string' ? undamaged(received) : decoded(received)
  if (text !== undefined) return text
  throw new Refusal('malformed_json', 'The body is not UTF-8; nothing was done')
}

/** A decoded text; undefined if its bytes were not UTF-8. */
function undamaged(text: string): string | undefined {
  return text.includes(REPLACEMENT) ? undefined : text
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decoding puts this in place of bytes that are not UTF-8. No real request contains it, so a text that does is refused
 * as badly encoded.
 */
const REPLACEMENT = '\uFFFD'

/** Refuses bytes that are not UTF-8, and keeps a byte order mark, which JSON does not allow. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
