import { hasOrder, isWithdrawal } from '../steps.ts'
import { Notice } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/order/OrderBar.tsx'
import { areTermsSet, Terms } from '../ui/order/Terms.tsx'
import { useWidget } from '../Widget.ts'
import { EmailForm } from './email/EmailForm.tsx'
import { PayerForm } from './PayerForm.tsx'
import styles from './Step.module.css'

/**
 * Identifies the buyer: by an e-mail address that they confirm, then by the details that the bank asks for. What they
 * buy is shown above.
 */
export function YouStep() {
  const { view, writing } = useWidget()
  const underWay = view.order === null && view.order_state?.step === 'challenge'
  const areTermsTold = hasOrder(view) || areTermsSet(view)
  return (
    <div className={styles['form']}>
      {areTermsTold ? <Terms /> : !isWithdrawal(view) && <OrderBar />}
      {underWay && (
        <Notice tone="warn">
          <p>{writing.say('email.underWay')}</p>
        </Notice>
      )}
      {view.buyer ? <PayerForm /> : <EmailForm />}
    </div>
  )
}
