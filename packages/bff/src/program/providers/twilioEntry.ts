import { twilioProvider } from '@cambio/rails/messages/twilioProvider.ts'
import { twilioSettings } from '@cambio/rails/messages/twilioSettings.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import { allOrNone, allSet, listed, unmetRules, type Rule, type VariableName } from '../variableRules.ts'
import type { ProviderEntry } from './ProviderEntry.ts'

const account: readonly VariableName[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
const senders: readonly VariableName[] = ['TWILIO_SMS_FROM', 'TWILIO_WHATSAPP_FROM']

/** Texts and WhatsApp messages by Twilio. */
export const twilioEntry: ProviderEntry = {
  kind: 'messages',
  lacks: (environment) =>
    unmetRules([allSet(environment, account, 'partners’ messages go by it'), ...sendersOf(environment)]),
  lacksOfHalf: (environment) => unmetRules([...allOrNone(environment, account), ...sendersOf(environment)]),
  from(environment) {
    const settings = twilioSettings(environment)
    return settings && twilioProvider(settings)
  },
}

/** Twilio sends nothing without a sender, and a sender nothing without Twilio. */
function sendersOf(environment: ExchangeEnvironment): readonly Rule[] {
  const isOurs = account.every((name) => environment[name] !== undefined)
  const set = senders.filter((name) => environment[name] !== undefined)
  if (isOurs) return [[set.length > 0, `Set ${senders.join(' or ')}: partners’ messages have no sender.`]]
  return account.some((name) => environment[name] !== undefined)
    ? []
    : [[set.length === 0, `Set ${listed(account)}, since ${listed(set)} is set.`]]
}
