import { line, optional, required } from '@cambio/server/cli/arguments.ts'

/** The actor; by default, the account that the command runs under. */
export const actorOption = optional(line('NAME', 100))

/** The reason and the actor of an act on an order. */
export const orderActOptions = {
  reason: required(line('…', 500), 'Say why: --reason "The buyer asked for it".'),
  actor: actorOption,
}

/** The options of an act that may be done without a reason. */
export const optionalReasonOptions = { reason: optional(line('…', 500)), actor: actorOption }
