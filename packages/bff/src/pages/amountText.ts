import * as Money from '@cambio/wire/Money.ts'
import type { SandboxLanguage } from './language.ts'

/** An amount with all digits and its currency, with the reader's decimal mark. */
export function amountText(amount: Money.Money, language: SandboxLanguage): string {
  const digits = Money.format(amount)
  return `${language === 'de' ? digits.replace('.', ',') : digits} ${amount.currency}`
}
