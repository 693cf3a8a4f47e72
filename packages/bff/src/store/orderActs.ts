import type { StoreDeps } from './StoreDeps.ts'

/** What the operator did about an order, by whom and why. */
export type OrderAct = {
  readonly orderId: string
  readonly act: string
  readonly reason: string
  readonly actor: string
}

export type OrderActStore = {
  keep(act: OrderAct): Promise<void>
  /** What was done about an order, oldest first. */
  list(orderId: string): Promise<readonly KeptOrderAct[]>
}

export type KeptOrderAct = Pick<OrderAct, 'act' | 'reason' | 'actor'> & { readonly at: Date }

export function orderActStore({ query, random, now }: StoreDeps): OrderActStore {
  return {
    async keep({ orderId, act, reason, actor }) {
      await query({
        name: 'order_act_keep',
        text: 'insert into order_act (id, order_id, act, reason, actor, at) values ($1, $2, $3, $4, $5, $6)',
        values: [random.uuid(), orderId, act, reason, actor, now()],
      })
    },
    list: (orderId) =>
      query<KeptOrderAct>({
        name: 'order_act_list',
        text: 'select act, reason, actor, at from order_act where order_id = $1 order by at, id',
        values: [orderId],
      }),
  }
}
