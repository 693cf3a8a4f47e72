/**
 * Whether what a program reads is known to be on a standby, where commits wait for one. A commit that stopped waiting can be
 * seen like any other, and so can one that waited when its server was started anew; both are lost with this server's disk.
 * After such a moment nothing is read until a commit of the program's own has waited to its end: what was there before
 * it is on the standby, too.
 */
export type Replication = {
  readonly isKnown: boolean
  /** Counts the moments since which there may be something on this server alone. */
  readonly doubts: number
  doubt(): void
  /** @param doubts as they were when the commit was begun that has waited to its end */
  know(doubts: number): void
}

/** Nothing is known at the start, since others may have been there before. */
export function replication(): Replication {
  let doubts = 1
  let known = 0
  return {
    get isKnown() {
      return known === doubts
    },
    get doubts() {
      return doubts
    },
    doubt() {
      doubts += 1
    },
    know(then) {
      known = Math.max(known, then)
    },
  }
}

/** Commits something that is kept nowhere but in the server's log, and nothing where no commit waits for a standby. */
export const REPLICATION_PROOF = {
  name: 'replication_proof',
  text: `
    select pg_logical_emit_message(true, 'cambio', '') from (select) one
    where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`,
  values: [],
}
