import type { Language } from '@cambio/wire/language/languages.ts'

/** What a mail to a buyer says, in one language or in several. */
export type MailContent = {
  readonly subject: string
  readonly parts: readonly { readonly language: Language; readonly paragraphs: readonly string[] }[]
  /** The code among these words. */
  readonly code?: string
}

/** A mail's words as plain text. */
export function plainText({ parts }: MailContent): string {
  return `${parts.map(({ paragraphs }) => paragraphs.join('\n\n')).join('\n\n---\n\n')}\n`
}
