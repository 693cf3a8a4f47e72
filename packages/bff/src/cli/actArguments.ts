import { line, optional, required } from '@cambio/server/cli/arguments.ts'

/** Who does it: the account that the command runs under, where nobody is named. */
export const actorOption = optional(line('NAME', 100))

/** Why something is done about an order, and by whom. */
export const orderActOptions = {
  reason: required(line('…', 500), 'Say why: --reason "The buyer asked for it".'),
  actor: actorOption,
}

/** The options of an act that may be done without a reason. */
export const quietActOptions = { reason: optional(line('…', 500)), actor: actorOption }
