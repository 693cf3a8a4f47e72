import { sepaMigrations, sepaRail } from '@cambio/rails/sepa/sepaRail.ts'
import { sepaRecall } from '@cambio/rails/sepa/sepaRecall.ts'
import { bankAccountOf, SANDBOX_BENEFICIARY, SANDBOX_IBAN, type ExchangeEnvironment } from '../environment.ts'
import type { Rule } from '../variableRules.ts'
import type { RailEntry } from './RailEntry.ts'

/** Bank transfers. A live exchange without an account of its own refunds them and makes none. */
export const bankEntry: RailEntry = {
  migrations: sepaMigrations,
  recall: sepaRecall,
  payins: { sepa: ownAccount },
  payouts: { sepa: ownAccount },
  from(environment) {
    const { MODE, SEPA_IBAN } = environment
    return sepaRail(bankAccountOf(environment), { paysOut: MODE === 'sandbox' || SEPA_IBAN !== SANDBOX_IBAN })
  },
}

/** The rules for the exchange's bank account. */
function ownAccount({ SEPA_IBAN, SEPA_BENEFICIARY }: ExchangeEnvironment): readonly Rule[] {
  return [
    [SEPA_IBAN !== SANDBOX_IBAN, 'Set SEPA_IBAN to your bank account: the sandbox’s belongs to no one.'],
    [
      SEPA_BENEFICIARY !== SANDBOX_BENEFICIARY,
      'Set SEPA_BENEFICIARY to the name that your bank account is in: the sandbox’s belongs to no one.',
    ],
  ]
}
