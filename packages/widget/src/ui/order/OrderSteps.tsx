import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { orderSteps, type OrderStep } from '../../view/orderSteps.ts'
import { useWidget } from '../../Widget.ts'
import { Moment } from './Moment.tsx'
import styles from './OrderSteps.module.css'

/** The progress of an order: the finished steps, the current one, its usual duration here, and the next ones. */
export function OrderSteps({ order }: { order: WidgetOrder }) {
  const { say } = useWidget().writing
  return (
    <ol className={styles['steps']} aria-label={say('steps.title')}>
      {orderSteps(order).map((step) => (
        <Step key={step.is} step={step} order={order} />
      ))}
    </ol>
  )
}

const signs = {
  done: 'm4.5 8.5 2.5 2.5 5-6',
  failed: 'm5 5 6 6m0-6-6 6',
  waits: 'M8 4.5v4M8 11.4v.1',
  now: null,
  next: null,
} as const satisfies Record<OrderStep['state'], string | null>

function Step({ step, order }: { step: OrderStep; order: WidgetOrder }) {
  const { writing } = useWidget()
  const { say, span } = writing
  const { state, name, at, usualSeconds, is } = step
  const sign = signs[state]
  const isCurrent = state === 'now' || state === 'waits'
  return (
    <li className={styles['step']} data-state={state} aria-current={isCurrent ? 'step' : undefined}>
      <span className={styles['sign']} aria-hidden="true">
        {sign && (
          <svg viewBox="0 0 16 16" fill="none">
            <path
              d={sign}
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        )}
      </span>
      <span className={styles['name']}>{say(name)}</span>
      <span className={styles['aside']}>{at !== null && <Moment at={at} />}</span>
      <span className={styles['hint']}>
        {usualSeconds !== null
          ? say('steps.usual', { time: span(usualSeconds) })
          : is === 'payout'
            ? writing.amount(order.payout_amount, order.payout_currency)
            : is === 'refund' && writing.amount(order.money.amount, order.money.currency)}
      </span>
    </li>
  )
}
