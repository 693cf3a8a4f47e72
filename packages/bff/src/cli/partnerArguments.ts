import { kind, optional, required, text } from '@cambio/server/cli/arguments.ts'

const line = (placeholder: string, most: number) =>
  kind(placeholder, `at most ${most} characters, on one line`, (given) =>
    new RegExp(`^\\P{Cc}{1,${most}}$`, 'u').test(given) ? given : undefined,
  )

/** The partner that a call is about. */
export const partnerWord = required(text('<partner>'), 'Name the partner by its id, its API key or its name.')

/** Why something is done about a partner, and by whom: the one who called, where nobody is named. */
export const actOptions = {
  reason: required(line('…', 500), 'Say why: --reason "Agreed on 3 March".'),
  by: optional(line('NAME', 100)),
}
