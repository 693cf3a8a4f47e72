import type { Query } from '@cambio/server/postgres/Database.ts'
import type { DueTable } from '@cambio/server/work/due.ts'

/** Status questions to the acquirers, with the time at which each is due. An answered question is deleted. */
export const questions = {
  table: 'question',
  key: 'transaction_id',
  channel: 'cards_question',
} as const satisfies DueTable & { channel: string }

/*
 * A statement that changes a transaction's operations locks the transaction first, so that two of them cannot deadlock.
 */

/** Makes a transaction's question due now, and its operations that were tried already; scheduled ones stay scheduled. */
export async function wake(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_wake',
    text: `with taken as (select id from transaction where id = $1 for no key update),
           asked as (
             insert into question (transaction_id, due_at) select id, $2 from taken
             on conflict (transaction_id) do update set due_at = excluded.due_at)
           update operation o set due_at = $2 from taken
           where o.transaction_id = taken.id and o.state = 'open' and o.due_attempts > 0`,
    values: [id, at],
    wakes: [questions.channel, 'cards_operation'],
  })
}

/** Schedules a question about an undecided transaction, unless an earlier one is scheduled. */
export async function scheduleQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_schedule',
    text: `insert into question as q (transaction_id, due_at)
           select id, $2 from transaction where id = $1 and state in ('authorising', 'challenged')
           on conflict (transaction_id) do update set due_at = least(q.due_at, excluded.due_at)`,
    values: [id, at],
  })
}

/** Postpones the question about an authorisation whose answer was lost, and ends its lease. */
export async function postponeQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_postpone',
    text: `update question q set due_at = $2, lease_until = null from transaction t
           where q.transaction_id = $1 and t.id = q.transaction_id and t.state = 'authorising'`,
    values: [id, at],
  })
}

/** Deletes an answered question, unless it was scheduled again meanwhile. */
export async function endQuestion(query: Query, id: string): Promise<void> {
  await query({
    name: 'question_end',
    text: 'delete from question where transaction_id = $1 and due_at is not distinct from lease_until',
    values: [id],
  })
}

/**
 * Moves a due time from the transaction's own row to the table of questions. Programs of an earlier version, which may run
 * beside this one, write it there.
 */
export async function adoptEarlierQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_take_over',
    text: `with former as (
             update transaction set due_at = null, lease_until = null where id = $1 returning id)
           insert into question (transaction_id, due_at) select id, $2 from former
           on conflict (transaction_id) do update set due_at = excluded.due_at`,
    values: [id, at],
    wakes: [questions.channel],
  })
}
