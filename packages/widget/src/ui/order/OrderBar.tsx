import { feesOf } from '../../amount/feesOf.ts'
import { amountOf } from '../../Choice.ts'
import { useWidget, type Widget } from '../../Widget.ts'
import card from '../Card.module.css'
import styles from './OrderBar.module.css'

/**
 * This purchase in short, wherever it is not shown in full: pay, get, fees, destination.
 * @param isRefused whether the destination was refused, so that nothing goes there
 */
export function OrderBar({ isRefused = false }: { isRefused?: boolean }) {
  const widget = useWidget()
  const { writing } = widget
  const { pay, get, fees, address } = outlineOf(widget)
  const details = [
    fees && writing.say('fees.sum', { amount: fees }),
    !isRefused && address && `${writing.say('card.to')} ${writing.apart(shortly(address))}`,
  ].filter(Boolean)
  return (
    <div className={styles['bar']}>
      <p className={styles['pair']}>
        <span className={card['hidden']}>{writing.say('status.amountText', { pay, get })}</span>
        <span aria-hidden="true">
          {pay} <i>→</i> {get}
        </span>
      </p>
      <p className={styles['details']}>{details.join(' · ')}</p>
    </div>
  )
}

type Outline = {
  readonly pay: string
  readonly get: string
  readonly fees: string | null
  readonly address: string | null
}

/** Of the order, else of the agreed price, else of the choice. */
function outlineOf({ view, writing, choice, agreedQuote }: Widget): Outline {
  const terms = view.order ?? view.order_state?.terms ?? agreedQuote
  if (terms) {
    const fees = feesOf(terms)
    return {
      pay: writing.amount(terms.payin_amount, terms.payin_currency),
      get: writing.amount(terms.payout_amount, terms.payout_currency),
      fees: /[1-9]/.test(fees) ? writing.amount(fees, terms.payin_currency) : null,
      address: 'dst_address' in terms ? terms.dst_address : choice.dst_address || null,
    }
  }
  const side = (name: 'payin' | 'payout') => {
    const currency = choice[`${name}_currency`]
    const amount = choice.exact === name ? amountOf(choice) : null
    return amount === null ? writing.currency(currency) : writing.amount(amount, currency)
  }
  return { pay: side('payin'), get: side('payout'), fees: null, address: choice.dst_address || null }
}

/** `0x5290…9EE7`: enough to recognise it; a buyer who decides on it reads it in full. */
function shortly(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}
