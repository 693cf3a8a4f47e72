import { mailSettings } from '@cambio/rails/mail/mailSettings.ts'
import { allOrNone, allSet, unmetRules, type VariableName } from '../variableRules.ts'
import type { ProviderEntry } from './ProviderEntry.ts'

const variables: readonly VariableName[] = ['SMTP_URL', 'MAIL_FROM']

/** Codes by mail. */
export const smtpEntry: ProviderEntry = {
  kind: 'mail',
  lacks: (environment) => unmetRules([allSet(environment, variables, 'buyers are mailed their codes')]),
  lacksOfHalf: (environment) => unmetRules(allOrNone(environment, variables)),
  async from(environment) {
    const settings = mailSettings(environment)
    return settings && (await import('@cambio/rails/mail/smtpProvider.ts')).smtpProvider(settings)
  },
}
