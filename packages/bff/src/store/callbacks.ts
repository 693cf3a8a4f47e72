import type { CallbackStore, DueCallback } from '@cambio/exchange/callback/CallbackStore.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import { callbackSecretColumns, openCallbackSecrets, type CallbackSecretRow } from './partners.ts'
import { CALLBACKS_CHANNEL } from './orders.ts'
import type { StoreDeps } from './StoreDeps.ts'

export const dueCallbacks: DueTable & { channel: string } = {
  table: 'callback',
  key: 'id',
  channel: CALLBACKS_CHANNEL,
}

type CallbackRow = CallbackSecretRow & {
  readonly id: string
  readonly body: string
  readonly url: string | null
}

/** Callbacks waiting to go out, in the order of their order's life. */
export type OrderedCallbackStore = CallbackStore & {
  /** Puts a callback off while an earlier one of its order waits, at most five minutes; true when it did. */
  putOff(id: string, at: Date): Promise<boolean>
}

export function callbackStore(deps: StoreDeps): OrderedCallbackStore {
  const { query, keys } = deps
  return {
    async find(id) {
      const [row] = await query<CallbackRow>({ name: 'callback_find', text: FIND, values: [id, deps.now()] })
      return row && dueCallbackOf(row)
    },
    async acknowledged(id, at) {
      await end(id, 'acknowledged', null, at)
    },
    async failed(id, { why, due }) {
      if (due === null) await end(id, 'failed', why, deps.now())
      else await query({ name: 'callback_retry', text: RETRY, values: [id, why, due] })
    },
    async switchedOff(id) {
      await end(id, 'failed', 'gone', deps.now())
      await query({
        name: 'callback_switch_off',
        text: `
          update partner set callbacks_off_at = $2
          where id = (select partner_id from callback where id = $1) and callbacks_off_at is null`,
        values: [id, deps.now()],
      })
    },
    async putOff(id, at) {
      const later = await query<{ id: string }>({ name: 'callback_put_off', text: PUT_OFF, values: [id, at] })
      return later.length > 0
    },
  }

  async function end(
    id: string,
    state: 'acknowledged' | 'failed',
    why: string | null,
    at: Date,
  ): Promise<void> {
    await query({
      name: 'callback_end',
      text: END,
      values: [id, state, why, at],
      wakes: [CALLBACKS_CHANNEL],
    })
  }

  function dueCallbackOf(row: CallbackRow): DueCallback {
    return { id: row.id, body: row.body, url: row.url, ...openCallbackSecrets(keys, row) }
  }
}

const FIND = `
  select c.id, c.body, c.partner_id, ${callbackSecretColumns('$2')},
    case when p.callbacks_off_at is null then p.callback_url end as url
  from callback c join partner p on p.id = c.partner_id
  where c.id = $1 and c.state = 'waiting'`

/** Ends one and makes the next of its order due, which had waited for it. */
const END = `
  with ended as (
    update callback set state = $2, why = $3, ended_at = $4::timestamptz, due_at = null, lease_until = null
    where id = $1 and state = 'waiting' returning order_id, seq
  )
  update callback c set due_at = $4::timestamptz from ended
  where c.order_id = ended.order_id and c.state = 'waiting' and c.seq = (
    select min(n.seq) from callback n
    where n.order_id = ended.order_id and n.state = 'waiting' and n.seq > ended.seq)`

const RETRY = `
  update callback set why = $2, lease_until = null,
    due_at = case when due_at is distinct from lease_until then due_at else $3 end
  where id = $1 and state = 'waiting'`

/** It was no attempt, so it is not counted as one. The five seconds are for an end that this statement did not see. */
const PUT_OFF = `
  update callback c set lease_until = null, due_attempts = due_attempts - 1,
    due_at = case when due_at is distinct from lease_until then due_at
      else least(created_at + interval '5 minutes', $2::timestamptz + interval '5 seconds') end
  where id = $1 and created_at + interval '5 minutes' > $2::timestamptz and exists (
    select from callback e where e.order_id = c.order_id and e.seq < c.seq and e.state = 'waiting')
  returning id`
