/**
 * Whether what a program reads is known to be on a standby, where commits wait for one. A commit that stopped waiting
 * is visible like any other, and so is one that waited when its server restarted; both are lost with this server's
 * disk. After such a moment nothing is read until a commit of the program's own has been replicated: everything before
 * it is then on the standby too.
 */
export type Replication = {
  readonly isKnown: boolean
  /** Counts the moments since which something may be only on this server. */
  readonly doubts: number
  doubt(): void
  /** @param doubts the doubts when the replicated commit began */
  know(doubts: number): void
}

/** Nothing is known at the start, since other programs may have written before. */
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

/** Commits something that is only written to the server's log; nothing where no commit waits for a standby. */
export const REPLICATION_PROOF = {
  name: 'replication_proof',
  text: `
    select pg_logical_emit_message(true, 'cambio', '') from (select) one
    where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`,
  values: [],
}
