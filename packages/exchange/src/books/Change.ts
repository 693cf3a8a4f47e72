import type { Journal } from './Journal.ts'

/** What one fact makes of something that has a life, and what the books say of it. */
export type Change<Next> = {
  readonly next: Next
  /** Their ids are made of what happened, so that written twice they are posted once. */
  readonly journals?: readonly Journal[]
}
