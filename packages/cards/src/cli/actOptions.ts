import { line, optional } from '@cambio/server/cli/arguments.ts'

/** Who calls a command that changes something. Without it, the account that the command runs under. */
export const actorOption = optional(line('NAME', 100))

/** Who calls it, and why. */
export const actOptions = { actor: actorOption, reason: optional(line('…', 500)) }
