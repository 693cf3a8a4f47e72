import { line, optional } from '@cambio/server/cli/arguments.ts'

/** The person who calls a command that changes something. Left out: the account that runs the command. */
export const actorOption = optional(line('NAME', 100))

/** The person who calls it, and the reason. */
export const actOptions = { actor: actorOption, reason: optional(line('…', 500)) }
