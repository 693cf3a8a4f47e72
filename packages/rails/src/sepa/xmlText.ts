import { StatementUnreadable } from './StatementUnreadable.ts'

/**
 * The text of an XML file in its encoding: by its byte order mark, else by its first line, else UTF-8. Banks also write
 * ISO-8859-1 and UTF-16.
 * @throws StatementUnreadable
 */
export function xmlText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError)
      throw new StatementUnreadable(`The file names an encoding that is not known here, ${encoding}.`)
    if (error instanceof TypeError)
      throw new StatementUnreadable(`The file is not ${encoding}, the encoding that it says it is in.`)
    throw error
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_LENGTH))
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  // A first line that reads as single bytes is not UTF-16, although some programs write so there.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'UTF-8' : declared
}

const HEAD_LENGTH = 256
