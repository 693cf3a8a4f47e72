import { orderData } from '@cambio/exchange/order/data/orderData.ts'
import { attentionReasonOf } from '@cambio/exchange/order/life/stops.ts'
import { owedParts } from '@cambio/exchange/order/owedParts.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { OrderData } from '@cambio/wire/order/Order.ts'
import { LegalNotice } from '@cambio/wire/widget/LegalNotice.ts'
import * as z from 'zod/mini'
import { PayinShown } from '../../payin/PayinShown.ts'
import { payinShown } from '../../payin/shownPayins.ts'
import { legalNoticeOf } from '../../store/legalNotices.ts'
import { orderStore } from '../../store/order/orders.ts'
import { archivedBefore } from '../../store/partitions/archives.ts'
import { orderTimeline, parentOf } from '../../store/read/orderTimeline.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { BankPayment, bankPayment } from './BankPayment.ts'
import { noSuchOrder } from './noSuchOrder.ts'
import { orderWord } from './orderWord.ts'
import { owedText } from './owedText.ts'

const json = z.extend(z.extend(OrderData, PayinShown.shape), {
  partner: z.string(),
  /** The partner's id of the client; null if the client was not registered. */
  client_external_id: z.nullable(z.string()),
  payout_state: z.nullable(z.string()),
  hold_reason: z.nullable(z.string()),
  /** The open verification of its client, as “client verifications” shows it. */
  open_verification: z.optional(z.string()),
  /** Every reason why the order is stopped, the newest last. */
  stops: z.array(z.string()),
  /** The owed part of its money, and what happens to it next. */
  owed: z.nullable(z.string()),
  acts: z.array(z.object({ act: z.string(), reason: z.string(), actor: z.string(), at: z.string() })),
  history: z.array(
    z.object({
      seq: z.number(),
      fact: z.string(),
      status: z.string(),
      at: z.string(),
      note: z.nullable(z.string()),
    }),
  ),
  bank_payments: z.array(BankPayment),
  /** The legal notice that the pages showed when the order was placed. */
  legal_notice: z.nullable(LegalNotice),
  callbacks: z.array(
    z.object({
      seq: z.number(),
      state: z.string(),
      why: z.nullable(z.string()),
      attempts: z.number(),
      next: z.nullable(z.string()),
    }),
  ),
  /** Callbacks from before this day were moved to an archive; null where none were. */
  callbacks_kept_since: z.nullable(z.string()),
})

type OrderOutput = z.infer<typeof json>

/** Shows one order with its history, its partner and its destination, without the buyer's personal details. */
export const orderShow = command({
  name: 'order show',
  summary: 'Shows an order, its history, its payments and its callbacks.',
  words: { id: orderWord() },
  options: {},
  json,
  async run(deps: StoreDeps, { words: { id } }) {
    const order = await orderStore(deps).find(id)
    if (!order) throw await absenceOf(deps, id)
    const timeline = await orderTimeline(deps.query, order)
    const owed = owedText(id, owedParts(order))
    const data = {
      ...orderData(order, deps.now()),
      partner: timeline.partner,
      client_external_id: timeline.clientExternalId,
      ...(timeline.openReview !== null && { open_verification: timeline.openReview }),
      payout_state: order.payout?.state ?? null,
      hold_reason: attentionReasonOf(order),
      stops: [...order.stops],
      owed: owed === null ? null : `It ${owed}`,
      acts: timeline.acts.map((act) => ({ ...act, at: act.at.toISOString() })),
      history: order.events.map(({ seq, fact, status, at }) => ({
        seq,
        fact,
        status,
        at: at.toISOString(),
        note: timeline.notes.get(seq) ?? null,
      })),
      ...payinShown(order.payin),
      bank_payments: timeline.bankPayments.map(bankPayment),
      legal_notice: (await legalNoticeOf(deps.query, id)) ?? null,
      callbacks: timeline.callbacks.map(({ next, ...callback }) => ({
        ...callback,
        next: next?.toISOString() ?? null,
      })),
      callbacks_kept_since: await archivedBefore(deps.query, 'callback', order.createdAt),
    }
    return { text: described(data), data }
  },
})

/**
 * The refusal for an unknown id. It may belong to the part of another order that was settled to its partner's balance.
 */
async function absenceOf({ query }: StoreDeps, id: string): Promise<CallRefused> {
  const parent = await parentOf(query, id)
  return parent === undefined
    ? noSuchOrder(id)
    : new CallRefused(`${id} is the child of order ${parent}: “order show ${parent}” shows both.`)
}

/**
 * Lists members one a line, and entries of a list indented below its name. What the history shows better is left out.
 */
function described({ created_at, finished_at, money, ...data }: OrderOutput): string {
  const state = `${money.state}, ${money.amount} ${money.currency}`
  return Object.entries({
    ...data,
    created_at: new Date(Number(created_at) * 1_000).toISOString(),
    finished_at: finished_at === null ? null : new Date(Number(finished_at) * 1_000).toISOString(),
    money: state,
  })
    .filter(([name, value]) => !inHistory.has(name) && value !== null && !isEmpty(value))
    .map(([name, value]) =>
      Array.isArray(value)
        ? [name, ...value.map((entry: unknown) => `  ${entryText(entry)}`)].join('\n')
        : `${name.padEnd(24)}${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n')
}

const inHistory: ReadonlySet<string> = new Set(['payib_method', 'status_log'])

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry)
  return Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ')
}
