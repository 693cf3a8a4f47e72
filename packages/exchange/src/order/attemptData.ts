import type { AttemptResult, OrderAttempt } from '@cambio/wire/Order.ts'
import type { BalancePayin } from '../payin/balance/machine/BalancePayin.ts'
import { publishedReason, type Attempt } from '../payin/card/machine/CardPayin.ts'
import type { Deposit } from '../payin/deposit/machine/DepositPayin.ts'
import type { Transfer } from '../payin/transfer/machine/TransferPayin.ts'
import type { Order } from './Order.ts'
import { unixNumber } from './time.ts'

/** Every attempt to pay an order, as its partner and its client may know it, oldest first. */
export function attemptData({ payin, createdAt }: Pick<Order, 'payin' | 'createdAt'>): OrderAttempt[] {
  switch (payin.is) {
    case 'card':
      return payin.attempts.map(cardAttempt)
    case 'deposit':
      return payin.deposits.map(({ seenAt, minedAt, state }) => ({
        at: unixNumber(seenAt ?? minedAt ?? createdAt),
        method: 'crypto',
        result: ofDeposit[state],
        decline_reason: null,
      }))
    case 'transfer':
      return payin.transfers.map(({ seenAt, state }) => ({
        at: unixNumber(seenAt ?? createdAt),
        method: 'sepa',
        result: ofTransfer[state],
        decline_reason: null,
      }))
    case 'balance': {
      const result = ofBalance[payin.state]
      return [{ at: unixNumber(createdAt), method: 'balance', result, decline_reason: null }]
    }
  }
}

/** One attempt to charge a card. */
export function cardAttempt(attempt: Attempt): OrderAttempt {
  return {
    at: unixNumber(attempt.openedAt),
    method: attempt.card.brand,
    result: ofCard[attempt.state],
    decline_reason: publishedReason(attempt),
  }
}

const ofCard: Readonly<Record<Attempt['state'], AttemptResult>> = {
  open: 'open',
  challenged: 'challenged',
  turned_away: 'not_sent',
  declined: 'declined',
  held: 'succeeded',
  settled: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  owed: 'succeeded',
  closed: 'succeeded',
  charged_back: 'undone',
}

const ofDeposit: Readonly<Record<Deposit['state'], AttemptResult>> = {
  seen: 'open',
  gone: 'undone',
  received: 'succeeded',
  owed: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  closed: 'succeeded',
  lost: 'undone',
}

const ofTransfer: Readonly<Record<Transfer['state'], AttemptResult>> = {
  received: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  owed: 'succeeded',
  closed: 'succeeded',
  taken_back: 'undone',
}

const ofBalance: Readonly<Record<BalancePayin['state'], AttemptResult>> = {
  reserved: 'open',
  released: 'undone',
  taken: 'succeeded',
  returned: 'succeeded',
  closed: 'succeeded',
}
