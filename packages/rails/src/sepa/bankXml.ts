import { XMLValidator, type XMLParser } from 'fast-xml-parser'
import { StatementUnreadable } from './StatementUnreadable.ts'

/** The name of a bank's file for sentences about it: `report`, and in full `pain.002 report`. */
type Kind = { readonly noun: string; readonly name: string }

/** Refuses a bank's file that is not XML, before any of it is read. @throws StatementUnreadable */
export function checkXml(xml: string, { noun }: Pick<Kind, 'noun'>): void {
  // No such file has a document type, and entities of its own could expand a few bytes to any size.
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
 * Parses checked XML. The parser throws at names such as `__proto__` and at tags nested hundreds deep.
 * @throws StatementUnreadable
 */
export function parseXml(parser: XMLParser, xml: string, { noun, name }: Kind): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw new StatementUnreadable(`The file is no ${name}: it has names or a depth that no ${noun} has.`)
  }
}
