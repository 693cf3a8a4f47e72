import { kind, required } from '@cambio/server/cli/arguments.ts'
import * as z from 'zod/mini'

const Hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])

const hash = kind('<txid>', 'a transaction’s hash, 0x and 64 digits', (text) => {
  const parsed = Hash.safeParse(text.trim().toLowerCase())
  return parsed.success ? parsed.data : undefined
})

/** The word by which a call names a transaction. @param missingMessage the message if the word is missing */
export function transactionWord(missingMessage: string) {
  return required(hash, missingMessage)
}
