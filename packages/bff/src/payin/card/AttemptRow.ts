import type { Challenge } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import type { Attempt, Dispute } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import { present } from '@cambio/server/postgres/present.ts'
import type { CardType, PaymentWallet } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** A row of `attempt` as JSON: units as text, so that no digit is lost, and times in ISO 8601. */
export type AttemptRow = {
  readonly order_id: string
  readonly number: number
  readonly platform_order_id: string
  readonly session_id: string
  readonly card_mask: string
  readonly card_brand: CardType | null
  readonly card_country: string | null
  /** Also null in rows of the previous version. */
  readonly card_wallet: PaymentWallet | null
  readonly payer_ip: string
  readonly return_to: 'frame' | 'top'
  readonly opened_at: string
  readonly state: Attempt['state']
  readonly trans_id: string | null
  readonly challenge_url: string | null
  readonly challenge_method: Challenge['method'] | null
  readonly challenge_params: string | null
  readonly reason: string | null
  readonly settled: boolean | null
  readonly accepted: boolean | null
  readonly amount_units: string | null
  readonly amount_currency: string | null
  readonly card_key: string | null
  /** The network prefix of `payer_ip`, by which charges are counted. */
  readonly network: string | null
  /** Null in rows of the previous version. */
  readonly reason_hidden: boolean | null
  readonly charged_units: string | null
  readonly won_units: string | null
  readonly taken_units: string | null
  readonly charged_from: Dispute['from'] | null
}

export const attemptColumns = columns<AttemptRow>({
  order_id: true,
  number: true,
  platform_order_id: true,
  session_id: true,
  card_mask: true,
  card_brand: true,
  card_country: true,
  card_wallet: true,
  payer_ip: true,
  return_to: true,
  opened_at: true,
  state: true,
  trans_id: true,
  challenge_url: true,
  challenge_method: true,
  challenge_params: true,
  reason: true,
  settled: true,
  accepted: true,
  amount_units: true,
  amount_currency: true,
  card_key: true,
  network: true,
  reason_hidden: true,
  charged_units: true,
  won_units: true,
  taken_units: true,
  charged_from: true,
})

export function toAttemptRow(orderId: string, attempt: Attempt): AttemptRow {
  const challenge = attempt.state === 'challenged' ? attempt.challenge : null
  const amount = 'amount' in attempt ? attempt.amount : null
  return {
    order_id: orderId,
    number: attempt.number,
    platform_order_id: attempt.platformOrderId,
    session_id: attempt.sessionId,
    card_mask: attempt.card.mask,
    card_brand: attempt.card.brand,
    card_country: attempt.card.issuerCountry,
    card_wallet: attempt.card.wallet,
    payer_ip: attempt.payerIp,
    return_to: attempt.returnTo,
    opened_at: attempt.openedAt.toISOString(),
    state: attempt.state,
    trans_id: 'transId' in attempt ? attempt.transId : null,
    challenge_url: challenge?.url ?? null,
    challenge_method: challenge?.method ?? null,
    challenge_params: challenge?.params ?? null,
    reason: attempt.state === 'declined' ? attempt.reason : null,
    settled: 'settled' in attempt ? attempt.settled : null,
    accepted: attempt.state === 'returning' ? attempt.accepted : null,
    amount_units: amount?.units.toString() ?? null,
    amount_currency: amount?.currency ?? attempt.dispute?.charged.currency ?? null,
    card_key: attempt.cardKey,
    network: networkOf(attempt.payerIp),
    reason_hidden: attempt.reasonHidden,
    charged_units: attempt.dispute?.charged.units.toString() ?? null,
    won_units: attempt.dispute?.won.units.toString() ?? null,
    taken_units: attempt.dispute?.taken.units.toString() ?? null,
    charged_from: attempt.dispute?.from ?? null,
  }
}

export function fromAttemptRow(row: AttemptRow): Attempt {
  const base = {
    number: row.number,
    platformOrderId: row.platform_order_id,
    sessionId: row.session_id,
    card: {
      mask: row.card_mask,
      brand: row.card_brand,
      issuerCountry: row.card_country,
      wallet: row.card_wallet,
    },
    cardKey: row.card_key,
    payerIp: row.payer_ip,
    returnTo: row.return_to,
    openedAt: new Date(row.opened_at),
    reasonHidden: row.reason_hidden ?? false,
    ...disputeOf(row),
  }
  const { state } = row
  switch (state) {
    case 'open':
    case 'turned_away':
      return { ...base, state }
    case 'challenged':
      return { ...base, state, transId: present(row, 'trans_id'), challenge: challengeOf(row) }
    case 'declined':
      return { ...base, state, transId: row.trans_id, reason: present(row, 'reason') }
    case 'held':
    case 'settled':
      return { ...base, state, transId: present(row, 'trans_id') }
    case 'returning':
      return {
        ...base,
        state,
        transId: present(row, 'trans_id'),
        settled: present(row, 'settled'),
        accepted: present(row, 'accepted'),
        amount: amountOf(row),
      }
    case 'returned':
    case 'owed':
    case 'closed':
      return {
        ...base,
        state,
        transId: present(row, 'trans_id'),
        settled: present(row, 'settled'),
        amount: amountOf(row),
      }
    case 'charged_back':
      return { ...base, state, transId: present(row, 'trans_id'), amount: amountOf(row) }
  }
}

function disputeOf(row: AttemptRow): Pick<Attempt, 'dispute'> {
  const { charged_units: charged, won_units: won, taken_units: taken, charged_from: from } = row
  if (charged === null || won === null || taken === null || from === null) return {}
  const money = (units: string) => ({ units: BigInt(units), currency: present(row, 'amount_currency') })
  return { dispute: { charged: money(charged), won: money(won), taken: money(taken), from } }
}

function amountOf(row: AttemptRow): Money {
  return { units: BigInt(present(row, 'amount_units')), currency: present(row, 'amount_currency') }
}

function challengeOf(row: AttemptRow): Challenge | null {
  if (row.challenge_url === null || row.challenge_method === null) return null
  return { url: row.challenge_url, method: row.challenge_method, params: row.challenge_params }
}
