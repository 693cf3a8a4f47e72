import { XMLValidator, type XMLParser } from 'fast-xml-parser'
import { StatementUnreadable } from './StatementUnreadable.ts'

/** What a bank's file is, for a sentence about it: `report`, and in full `pain.002 report`. */
type Kind = { readonly noun: string; readonly name: string }

/**
 * Refuses a bank's file that is no XML, before anything of it is read.
 * @throws StatementUnreadable
 */
export function checkXml(xml: string, { noun }: Pick<Kind, 'noun'>): void {
  // No such file has a document type, and one that brings its own entities could make any text of few bytes.
  if (/<!DOCTYPE/i.test(xml))
    throw new StatementUnreadable(`The file has a document type; a ${noun} has none.`)
  if (xml.trim() === '') throw new StatementUnreadable('The file is empty.')
  const valid = XMLValidator.validate(xml)
  if (valid !== true)
    throw new StatementUnreadable(
      `The file is no XML that can be read: it is cut off or damaged at line ${valid.err.line}.`,
    )
}

/**
 * Reads XML that was checked. The parser throws at names such as `__proto__` and at tags in hundreds of others.
 * @throws StatementUnreadable
 */
export function parseXml(parser: XMLParser, xml: string, { noun, name }: Kind): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw new StatementUnreadable(`The file is no ${name}: it has names or a depth that no ${noun} has.`)
  }
}
