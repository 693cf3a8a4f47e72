import { hasOrder, isWithdrawal } from '../steps.ts'
import { Notice } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/order/OrderBar.tsx'
import { areTermsSet, Terms } from '../ui/order/Terms.tsx'
import { useWidget } from '../Widget.ts'
import { EmailForm } from './email/EmailForm.tsx'
import { PayerForm } from './PayerForm.tsx'
import styles from './Step.module.css'

/** Who the buyer is: an e-mail they confirm, then the details the bank asks for. What they buy stands above. */
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
