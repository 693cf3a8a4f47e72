import * as Currency from '@cambio/wire/Currency.ts'
import type { LimitAhead, WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { PlainKey } from '../../text.ts'
import { limitOver } from '../../view/limitOver.ts'
import { useWidget } from '../../Widget.ts'
import { Notice } from '../Notice.tsx'
import styles from './Price.module.css'

type Terms = Pick<WidgetQuote, 'payin_group' | 'payout_currency'>

/**
 * How much the buyer may still buy or sell, and what raises the limit; for an order that exceeds it, what follows from
 * that.
 */
export function LimitNote({ limit, terms }: { limit: LimitAhead; terms: Terms }) {
  const { view, writing } = useWidget()
  const { say } = writing
  const { next_level: next, needed_level: needed } = limit
  const amount = writing.amount(limit.left_in_eur, 'EUR')
  const isSale = Currency.find(terms.payout_currency)?.kind === 'fiat'
  const left = say(leftKey({ isSale, isBuyerKnown: view.buyer !== null }), { amount })
  const more = next ? say('limit.more', { level: say(levels[next]) }) : ''
  if (!needed)
    return (
      <p className={styles['held']}>
        {left} {more}
      </p>
    )
  return (
    <Notice tone="warn">
      <p>
        {left} {say(limitOver(limit, terms.payin_group), { level: say(levels[needed]) })}
      </p>
    </Notice>
  )
}

function leftKey({ isSale, isBuyerKnown }: { isSale: boolean; isBuyerKnown: boolean }) {
  if (isSale) return isBuyerKnown ? 'limit.leftSale' : 'limit.newSale'
  return isBuyerKnown ? 'limit.left' : 'limit.new'
}

/** What each level requires. Whatever lower levels require has been given by then. */
const levels = {
  unverified: 'level.identity',
  email_phone: 'level.identity',
  basic: 'level.identity',
  identity: 'level.identity',
  address: 'level.address',
  bank_statement: 'level.bank_statement',
} as const satisfies Record<VerificationLevel, PlainKey>
