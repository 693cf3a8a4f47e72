/*
 * What the tables of mails and messages have in common. Each row is sealed until it is sent or given up. A process that
 * ended in between may have sent it, so it is never sent again.
 */

type SealedTable = 'message' | 'client_mail' | 'partner_mail'

/** The columns of a row that is finished: its text is deleted. */
const SETTLED = 'body_sealed = null, due_at = null, lease_until = null, due_attempts = 0'

/**
 * Begins to send the row with the id `$1`, if it waits; a row that was begun before counts as unknown.
 * @param columns what to return of it beside `body_sealed`
 */
export function beginSending(table: SealedTable, columns: readonly string[] = []): string {
  return `
  with lost as (
    update ${table} set state = 'unknown', why = 'its process ended on the way', ${SETTLED}
    where id = $1 and state = 'sending'
  )
  update ${table} set state = 'sending' where id = $1 and state = 'waiting'
  returning ${['body_sealed', ...columns].join(', ')}`
}

/** Ends the row with the id `$1` that is being sent, in the state `$2`. @param also further columns to set */
export function endSending(table: SealedTable, also: string): string {
  return `update ${table} set state = $2, ${also}, ${SETTLED} where id = $1 and state = 'sending'`
}
