import type { Group, VerificationLevel } from '@cambio/wire/Payment.ts'
import type { LimitAhead } from '@cambio/wire/Quote.ts'
import { limitOver } from '../limitOver.ts'
import type { PlainKey } from '../text.ts'
import { useWidget } from '../Widget.ts'
import { Notice } from './Notice.tsx'
import styles from './Price.module.css'

/** What the buyer may still buy for and what raising it takes; of a purchase that goes over it, what comes of that. */
export function LimitNote({ limit, payinGroup }: { limit: LimitAhead; payinGroup: Group }) {
  const { view, writing } = useWidget()
  const { say } = writing
  const { next_level: next, needed_level: needed } = limit
  const amount = writing.amount(limit.left_in_eur, 'EUR')
  const left = say(view.buyer ? 'limit.left' : 'limit.new', { amount })
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
        {left} {say(limitOver(limit, payinGroup), { level: say(levels[needed]) })}
      </p>
    </Notice>
  )
}

/** What each level takes; what is below the first has been given by then. */
const levels = {
  unverified: 'level.identity',
  email_phone: 'level.identity',
  basic: 'level.identity',
  identity: 'level.identity',
  address: 'level.address',
  bank_statement: 'level.bank_statement',
} as const satisfies Record<VerificationLevel, PlainKey>
