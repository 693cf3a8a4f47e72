/**
 * The text that a bank gives in an element. Banks write a word such as NOTPROVIDED where the schema requires a text and
 * they have none.
 */
export function providedText(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' || nothing.test(text.trim()) ? null : text
}

const nothing = /^(NOT ?PROVIDED|NON ?REF|NOREF|N\/A)$/i
