import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'

/** The word that names a bank line which may be a repeat. */
export const repeatWord = () =>
  required(text('<bank:…>'), 'Name the bank’s line as “owed list” does, bank:….')

/** The refusal of a call that names a line which is not an undecided possible repeat. */
export function noOpenRepeat(line: string): CallRefused {
  return new CallRefused(
    `${line} is not a possible repeat: “owed list” shows those, and nothing was changed.`,
  )
}
