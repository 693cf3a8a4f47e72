import { useState, type ComponentProps } from 'react'
import { amountTrouble } from '../amount/amountTrouble.ts'
import { useQuote } from '../api/useQuote.ts'
import { buyable, getCurrency, offered, payWithCurrency, quoteRequestOf } from '../Choice.ts'
import type { AmountPanel } from '../ui/amount/AmountPanel.tsx'
import { isBeyondBalance } from '../view/beyondBalance.ts'
import { useWidget } from '../Widget.ts'

type Panel = ComponentProps<typeof AmountPanel>

/** Both sides of an exchange as they are typed, and the price that follows while typing. */
export function useAmounts() {
  const { view, writing, choice, choose } = useWidget()
  const { fixed, offer } = view
  const live = useQuote(quoteRequestOf(choice))
  const trouble = amountTrouble(choice, live.bounds)
  const [touched, setTouched] = useState(false)
  const following = live.quote && live.failure === null && trouble.amount !== null ? live.quote : null
  const isTooMuch = isBeyondBalance(view, following)
  // An amount of the wire is written in the reader's form; what they typed stays as they typed it.
  const typed = touched ? choice.amount : writing.plain(choice.amount)
  const shown = (side: 'payin' | 'payout') =>
    side === choice.exact
      ? typed
      : following
        ? writing.computed(following[`${side}_amount`], choice[`${side}_currency`])
        : ''
  const shownTrouble = touched || choice.amount !== '' ? trouble : null
  const amountFixed = fixed['payin_amount'] !== undefined || fixed['payout_amount'] !== undefined
  const panel = (side: 'payin' | 'payout') => ({
    side,
    currency: choice[`${side}_currency`],
    value: shown(side),
    busy: side !== choice.exact && live.busy,
    amountFixed,
    quote: following,
    bounds: live.bounds,
    onAmount: (amount: string) => {
      setTouched(true)
      choose({ ...choice, exact: side, amount, marks: writing.marks })
    },
    trouble: side === choice.exact ? shownTrouble : null,
  })
  const payin: Panel = {
    ...panel('payin'),
    currencies: offer.payin,
    onCurrency: (code) => choose(payWithCurrency(choice, offer, code)),
  }
  const payout: Panel = {
    ...panel('payout'),
    currencies: buyable(offer, {
      payin: offered(offer, 'payin', choice.payin_currency),
      payin_group: choice.payin_group,
    }),
    onCurrency: (code) => choose(getCurrency(choice, offer, code)),
  }
  return {
    live,
    /** The price of the fields' amounts; null while there is none. */
    following,
    payin,
    payout,
    /** Whether it exceeds the balance that pays for it. */
    isTooMuch,
    /** A failure of the price that belongs to no field. */
    failure: trouble.key ? null : live.failure,
    mayGoOn: live.fresh && trouble.amount !== null && !isTooMuch,
    /** Shows every problem, also of fields that were not visited. */
    touch: () => setTouched(true),
  }
}
