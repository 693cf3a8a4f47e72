import type { Journal } from './Journal.ts'

/** What a fact changes: the next state of an order or of a part of it, and the journals that book the step. */
export type Change<Next> = {
  readonly next: Next
  /** Their ids are derived from what happened: a journal that is written twice is posted once. */
  readonly journals?: readonly Journal[]
}
