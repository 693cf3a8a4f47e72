import type { Act, ActStore, Subject } from '@cambio/exchange/operator/act.ts'
import { recordChanges } from './catalogue.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** The operator's acts, each in the table of its subject. */
export function actStore({ query, random, now }: Pick<StoreDeps, 'query' | 'random' | 'now'>): ActStore {
  return {
    async keep(act) {
      if (act.about.is === 'catalogue') {
        const made = { madeBy: act.actor, reason: act.reason }
        await recordChanges(
          query,
          act.about.changes.map((change) => ({ ...change, ...made })),
        )
        return
      }
      const { text, subject } = placeOf(act.about)
      const values = [act.id ?? random.uuid(), act.act, act.reason, act.actor, now(), ...subject]
      await query({ name: `act_keep_${act.about.is}`, text, values })
    },
  }
}

/** The statement that stores an act on a subject, and its values for the subject. */
function placeOf(about: Exclude<Subject, { is: 'catalogue' }>): { text: string; subject: readonly string[] } {
  switch (about.is) {
    case 'order':
      return { text: KEEP_OF_ORDER, subject: [about.orderId] }
    case 'bank_line':
      return { text: KEEP_OF_LINE, subject: [about.line] }
    case 'partner':
      return { text: KEEP_OF_PARTNER, subject: [about.partnerId, JSON.stringify(about.detail)] }
    case 'exchange':
      return { text: KEEP, subject: [JSON.stringify(about.detail)] }
  }
}

const KEEP_OF_ORDER =
  'insert into order_act (id, act, reason, actor, at, order_id) values ($1, $2, $3, $4, $5, $6)'
const KEEP_OF_LINE = 'insert into owed_act (id, act, reason, actor, at, owed) values ($1, $2, $3, $4, $5, $6)'
const KEEP_OF_PARTNER =
  'insert into partner_act (id, act, reason, actor, at, partner_id, detail) values ($1, $2, $3, $4, $5, $6, $7)'
const KEEP = 'insert into operator_act (id, act, reason, actor, at, detail) values ($1, $2, $3, $4, $5, $6)'

/** An act about an order as it is shown. */
export type OrderAct = Pick<Act, 'act' | 'actor'> & { readonly reason: string; readonly at: Date }

/** The acts on an order, oldest first. */
export function actsOnOrder({ query }: Pick<StoreDeps, 'query'>, orderId: string): Promise<OrderAct[]> {
  return query<OrderAct>({
    name: 'order_act_list',
    text: 'select act, reason, actor, at from order_act where order_id = $1 order by at, id',
    values: [orderId],
  })
}
