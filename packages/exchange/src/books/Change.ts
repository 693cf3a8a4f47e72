import type { Journal } from './Journal.ts'

/** What a fact changes: the next state of an order or of a part of it, and the journals that book the step. */
export type Change<Next> = {
  readonly next: Next
  /** Their ids are made of what happened, so that written twice they are posted once. */
  readonly journals?: readonly Journal[]
}
