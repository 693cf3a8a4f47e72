import type { Query } from '@cambio/server/postgres/Database.ts'
import type { DueTable } from '@cambio/server/work/due.ts'

/** When the acquirers are asked how their payments stand. A question that was answered is gone. */
export const questions = {
  table: 'question',
  key: 'transaction_id',
  channel: 'cards_question',
} as const satisfies DueTable & { channel: string }

/*
 * A statement that touches operations of a transaction takes the transaction first, whatever order the operations come
 * in, so that two of them wait for each other at one place and never in a circle.
 */

/** Has a transaction asked about now, and its operations that are under way; one that waits for its time goes on waiting. */
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

/** Has the acquirer asked how an undecided transaction stands, unless an earlier question is due already. */
export async function scheduleQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_schedule',
    text: `insert into question as q (transaction_id, due_at)
           select id, $2 from transaction where id = $1 and state in ('authorising', 'challenged')
           on conflict (transaction_id) do update set due_at = least(q.due_at, excluded.due_at)`,
    values: [id, at],
  })
}

/** Postpones that question for an authorisation whose answer was lost, and ends its lease: nobody works on it until then. */
export async function postponeQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'question_postpone',
    text: `update question q set due_at = $2, lease_until = null from transaction t
           where q.transaction_id = $1 and t.id = q.transaction_id and t.state = 'authorising'`,
    values: [id, at],
  })
}

/** Ends a question that was worked, but for one that was asked anew meanwhile. */
export async function endQuestion(query: Query, id: string): Promise<void> {
  await query({
    name: 'question_end',
    text: 'delete from question where transaction_id = $1 and due_at is not distinct from lease_until',
    values: [id],
  })
}

/**
 * Takes over a question that stands on the transaction itself, where programs write it that know no table of questions
 * and may still run beside this one.
 */
export async function takeOverQuestion(query: Query, id: string, at: Date): Promise<void> {
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
