import { serializeInnerList, serializeString, type InnerList } from 'structured-headers'
import type { SignedMessage } from './SignedMessage.ts'

/**
 * The text that a message is signed by (RFC 9421, section 2.5): a line for each covered component, then the parameters.
 * Components with parameters of their own (`;sf`, `;key`, `;req` …) are not supported.
 * @param covered the member of Signature-Input
 * @returns undefined when a component is named twice, is not in the message, or is unknown
 */
export function signatureBase(covered: InnerList, message: Omit<SignedMessage, 'body'>): string | undefined {
  const lines = new Map<string, string>()
  for (const [name, parameters] of covered[0]) {
    if (typeof name !== 'string' || parameters.size > 0 || lines.has(name)) return undefined
    const value = valueOf(name, message)
    if (value === undefined) return undefined
    lines.set(name, `${serializeString(name)}: ${value}`)
  }
  return [...lines.values(), `"@signature-params": ${serializeInnerList(covered)}`].join('\n')
}

function valueOf(name: string, { method, url, headers }: Omit<SignedMessage, 'body'>): string | undefined {
  switch (name) {
    case '@method':
      return method
    case '@target-uri':
      return url.href
    case '@authority':
      return url.host
    case '@scheme':
      return url.protocol.slice(0, -1)
    case '@request-target':
      return url.pathname + url.search
    case '@path':
      return url.pathname
    case '@query':
      return url.search || '?'
    default:
      // Field names are lower-case; several lines of a field are already joined by commas.
      return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) ? (headers.get(name) ?? undefined) : undefined
  }
}
