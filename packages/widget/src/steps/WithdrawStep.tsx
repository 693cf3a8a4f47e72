import { OtherWay } from '../parts/OtherWay.tsx'
import { Heading } from '../ui/Heading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useWidget } from '../Widget.ts'

/**
 * The amount and the destination of a withdrawal on one screen, whose Continue places the order that its code confirms.
 */
export function WithdrawStep() {
  const { view, writing } = useWidget()
  const { say } = writing
  const currency = view.fixed['payin_currency']
  const has = view.buyer?.balances.some((balance) => currency === undefined || balance.currency === currency)
  return has ? (
    <OtherWay>{({ WithdrawForm }) => <WithdrawForm />}</OtherWay>
  ) : (
    <>
      <Heading>{say('withdraw.title')}</Heading>
      <Notice tone="plain">
        <p>{say('withdraw.none', { currency: currency ? writing.ticker(currency) : '' })}</p>
      </Notice>
    </>
  )
}
