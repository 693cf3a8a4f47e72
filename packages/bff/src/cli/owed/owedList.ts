import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import {
  openRepeats,
  unconfirmedPayments as unconfirmedIn,
  mismatchedLines as mismatchedIn,
} from '../../store/read/bank/bankLines.ts'
import { openReviews, type OpenReview } from '../../store/read/openReviews.ts'
import { owedMoney, waitingOrders, type OwedMoney, type WaitingOrder } from '../../store/read/owed.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { MismatchedLine, mismatchedLines } from './mismatchedLines.ts'
import { RepeatLine, repeatLines } from './repeatLines.ts'
import { UnconfirmedPayment, unconfirmedPayments } from './unconfirmedPayments.ts'

/** Lists received money without an order, orders that wait for the operator, and payments that no statement shows. */
export const owedList = command({
  name: 'owed list',
  summary: [
    'Lists money that is owed to buyers, orders that wait for the operator, and payments that your bank should have made by',
    'now and that no statement names.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({
    money: z.array(
      z.object({
        /** Its order; without one, see `bank_line`. */
        client_order_id: z.string(),
        /**
         * The bank line of money without an order, as “owed settle” accepts it; null if the money belongs to an order.
         */
        bank_line: z.nullable(z.string()),
        amount: z.string(),
        currency: z.string(),
        since: z.string(),
        /** Who sent it, for a bank transfer without an order. */
        sender: z.nullable(z.string()),
        sender_iban: z.nullable(z.string()),
        /** The sender's id and text of a bank transfer without an order. */
        end_to_end_id: z.nullable(z.string()),
        text: z.nullable(z.string()),
        /** Whether the line may repeat one of another statement: see `repeats`. */
        possible_repeat: z.boolean(),
      }),
    ),
    orders: z.array(
      z.object({
        client_order_id: z.string(),
        hold_reason: z.string(),
        held: z.nullable(z.string()),
        held_currency: z.nullable(z.string()),
        created_at: z.string(),
        payin_amount: z.string(),
        payin_currency: z.string(),
        payout_amount: z.string(),
        payout_currency: z.string(),
      }),
    ),
    /** Mismatched lines: money that left under the id of one of our payments and does not fit it. */
    unfit: z.array(MismatchedLine),
    /** Payments that were in a file two bank days ago or earlier, and that no statement names. */
    unconfirmed: z.array(UnconfirmedPayment),
    /** Bank lines that may be repeats, not decided yet. */
    repeats: z.array(RepeatLine),
    /** Verifications that wait for you, as “client verifications” shows them. Left out if there are none. */
    verifications: z.optional(
      z.array(
        z.object({
          verification: z.string(),
          partner: z.string(),
          client_order_id: z.nullable(z.string()),
          opened_at: z.string(),
        }),
      ),
    ),
  }),
  async run({ query, now }: StoreDeps) {
    const repeats = repeatLines(await openRepeats(query))
    const money = (await owedMoney(query)).map(shownMoney)
    const orders = (await waitingOrders(query)).map(shownOrder)
    const mismatched = mismatchedLines(await mismatchedIn(query))
    const unconfirmed = unconfirmedPayments(await unconfirmedIn(query, now()))
    const reviews = shownReviews(await openReviews({ query }))
    const lines = [
      ...money
        .filter(({ possible_repeat: is }) => !is)
        .map(
          (row) =>
            `${row.client_order_id}  ${row.amount} ${row.currency}  owed since ${row.since}${senderOf(row)}`,
        ),
      ...(money.some((row) => row.bank_line !== null && !row.possible_repeat)
        ? ['“owed settle” ends such money once you have settled it by hand.']
        : []),
      ...repeats.text,
      ...mismatched.text,
      ...unconfirmed.text,
      ...orders.map((row) => {
        const held = row.held === null ? '' : `, ${row.held} ${row.held_currency} held`
        const terms = `${row.payin_amount} ${row.payin_currency} for ${row.payout_amount} ${row.payout_currency}`
        return `${row.client_order_id}  waits for you: ${row.hold_reason}${held}, ${terms}, placed ${row.created_at}`
      }),
      ...(orders.length > 0 ? ['“order show” says what happened, “order resolve” resolves it.'] : []),
      ...reviews.text,
    ]
    return {
      text: lines.join('\n') || 'Nothing is owed and no order waits for you.',
      data: {
        money,
        orders,
        unfit: mismatched.data,
        unconfirmed: unconfirmed.data,
        repeats: repeats.data,
        ...(reviews.data.length > 0 && { verifications: reviews.data }),
      },
    }
  },
})

function shownMoney({ owedFor, since, ...owed }: OwedMoney) {
  return {
    client_order_id: owedFor,
    bank_line: owedFor.startsWith('bank:') ? owedFor : null,
    amount: Money.format(owed),
    currency: owed.currency,
    since: since.toISOString(),
    sender: owed.sender,
    sender_iban: owed.senderIban,
    end_to_end_id: owed.endToEndId,
    text: owed.text,
    possible_repeat: owed.mayRepeat,
  }
}

function shownOrder({ id, attentionReason, createdAt, held, payin, payout }: WaitingOrder) {
  return {
    client_order_id: id,
    hold_reason: attentionReason,
    held: held && Money.format(held),
    held_currency: held?.currency ?? null,
    created_at: createdAt.toISOString(),
    payin_amount: Money.format(payin),
    payin_currency: payin.currency,
    payout_amount: Money.format(payout),
    payout_currency: payout.currency,
  }
}

/** The open verifications, as this list shows them; “client verifications” shows the rest. */
function shownReviews(reviews: readonly OpenReview[]) {
  const data = reviews.map(({ verification, partner, client_order_id, openedAt }) => ({
    verification,
    partner,
    client_order_id,
    opened_at: openedAt.toISOString(),
  }))
  const text = data.map(({ verification, partner, client_order_id: order, opened_at: at }) => {
    const whose = order === null ? `a client of ${partner}` : `the client of order ${order}`
    return `${verification}  waits for you: the verification of ${whose}, opened ${at}`
  })
  return { data, text: text.length === 0 ? text : [...text, '“client verifications” shows them.'] }
}

function senderOf({
  sender,
  sender_iban: iban,
  end_to_end_id: called,
  text,
}: ReturnType<typeof shownMoney>): string {
  const parts = [sender, iban].filter((part) => part !== null)
  return [
    ...(parts.length === 0 ? [] : [`from ${parts.join(', ')}`]),
    ...(called === null ? [] : [`called ${called}`]),
    ...(text === null || text === '' ? [] : [`“${text.replaceAll(/\s+/g, ' ')}”`]),
  ]
    .map((part) => `  ${part}`)
    .join('')
}
