import type { FormStore } from '@cambio/exchange/payin/card/FormStore.ts'
import type { StoreDeps } from '../StoreDeps.ts'

export function formStore({ query, now }: StoreDeps): FormStore {
  return {
    async bind(sessionId, orderId) {
      await query({
        name: 'card_form_bind',
        text: 'insert into card_form (session_id, order_id, created_at) values ($1, $2, $3)',
        values: [sessionId, orderId, now()],
      })
    },
    async orderOf(sessionId) {
      const [row] = await query<{ order_id: string }>({
        name: 'card_form_order',
        text: 'select order_id from card_form where session_id = $1',
        values: [sessionId],
      })
      return row?.order_id
    },
  }
}
