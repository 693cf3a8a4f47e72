import { useWidget } from '../Widget.ts'
import { EmailForm } from './EmailForm.tsx'
import { PayerForm } from './PayerForm.tsx'

/** Who the buyer is: an e-mail they confirm, then the details the bank asks for. */
export function YouStep() {
  return useWidget().view.buyer ? <PayerForm /> : <EmailForm />
}
