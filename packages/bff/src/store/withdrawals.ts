import { timingSafeEqual } from 'node:crypto'
import type { CallbackStore } from '@cambio/exchange/callback/CallbackStore.ts'
import type { WithdrawalCode } from '@cambio/exchange/order/OrderStore.ts'
import type { WithdrawalStore } from '@cambio/exchange/withdrawal/WithdrawalStore.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import type { Keys } from '../program/Keys.ts'
import { callbackSecretColumns, openCallbackSecrets, type CallbackSecretRow } from './partners.ts'
import type { StoreDeps } from './StoreDeps.ts'

export const dueWithdrawalCodes: DueTable & { channel: string } = {
  table: 'withdrawal_code',
  key: 'order_id',
  channel: 'withdrawal_codes_due',
}

/** Withdrawals by their codes, and the callbacks that bring the codes to partners: a queue of their own. */
export type KeptWithdrawalStore = WithdrawalStore & { readonly codeCallbacks: CallbackStore }

export function withdrawalStore(deps: StoreDeps): KeptWithdrawalStore {
  const { query, keys } = deps
  return {
    async check(uuid, code) {
      const [row] = await query<CheckRow>({ name: 'withdrawal_check', text: CHECK, values: [uuid] })
      if (!row) return undefined
      const { order_id: orderId, partner_id: partnerId, client_id: clientId, code_hash } = row
      const isRight = code_hash !== null && timingSafeEqual(code_hash, hashOf(keys, orderId, code))
      return { orderId, partnerId, clientId, isRight }
    },
    codeCallbacks: codeCallbacks(deps),
  }
}

/** What is kept of a code: a keyed digest of it, and its callback under our key, both as hexadecimal text. */
export function toCodeColumns(
  keys: Keys,
  orderId: string,
  { uuid, code, expiresAt, callback }: WithdrawalCode,
) {
  return {
    uuid,
    code_hash: hashOf(keys, orderId, code).toString('hex'),
    callback_id: callback.id,
    body_sealed: keys.seal(subjectOf(orderId), callback.body).toString('hex'),
    expires_at: expiresAt,
  }
}

type CheckRow = {
  readonly order_id: string
  readonly partner_id: string
  readonly client_id: string
  readonly code_hash: Buffer | null
}

const CHECK = `
  select w.order_id, o.partner_id, o.client_id, w.code_hash
  from withdrawal_code w join orders o on o.id = w.order_id where w.uuid = $1`

type CallbackRow = CallbackSecretRow & {
  readonly callback_id: string
  readonly body_sealed: Buffer
  readonly url: string | null
}

/** Found by their order's id. What is over, or came too late, is not there any more. */
function codeCallbacks({ query, keys, now }: StoreDeps): CallbackStore {
  const end = async (orderId: string, state: 'acknowledged' | 'failed', why: string | null) => {
    await query({ name: 'withdrawal_code_end', text: END, values: [orderId, state, why] })
  }
  return {
    async find(orderId) {
      const values = [orderId, now()]
      const [row] = await query<CallbackRow>({ name: 'withdrawal_code_find', text: FIND, values })
      if (!row) {
        await end(orderId, 'failed', 'over')
        return undefined
      }
      return {
        id: row.callback_id,
        body: keys.open(subjectOf(orderId), row.body_sealed),
        url: row.url,
        ...openCallbackSecrets(keys, row),
      }
    },
    acknowledged: (orderId) => end(orderId, 'acknowledged', null),
    async failed(orderId, { why, due }) {
      if (due === null) await end(orderId, 'failed', why)
      else await query({ name: 'withdrawal_code_retry', text: RETRY, values: [orderId, why, due] })
    },
    switchedOff: (orderId) => end(orderId, 'failed', 'gone'),
  }
}

const FIND = `
  select w.callback_id, w.body_sealed, o.partner_id, ${callbackSecretColumns('$2')},
    case when p.callbacks_off_at is null then p.callback_url end as url
  from withdrawal_code w join orders o on o.id = w.order_id join partner p on p.id = o.partner_id
  where w.order_id = $1 and w.state = 'waiting' and w.body_sealed is not null and w.expires_at > $2`

/** Nobody needs the sealed code any more: who confirms it is compared with its hash. */
const END = `
  update withdrawal_code set state = $2, why = $3, body_sealed = null, due_at = null, lease_until = null
  where order_id = $1 and state = 'waiting'`

const RETRY = `
  update withdrawal_code set why = $2, due_at = $3, lease_until = null
  where order_id = $1 and state = 'waiting'`

function hashOf(keys: Keys, orderId: string, code: string): Buffer {
  return keys.fingerprint(subjectOf(orderId), code)
}

function subjectOf(orderId: string): string {
  return `withdrawal code ${orderId}`
}
