/**
 * The text that a bank gives in an element: it writes a word such as NOTPROVIDED where the schema wants a text and
 * there is none.
 */
export function providedText(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' || nothing.test(text.trim()) ? null : text
}

const nothing = /^(NOT ?PROVIDED|NON ?REF|NOREF|N\/A)$/i
