import { sandboxMail } from '@cambio/rails/mail/sandboxMail.ts'
import { noMessages } from '@cambio/rails/messages/noMessages.ts'
import { sandboxMessages } from '@cambio/rails/messages/sandboxMessages.ts'
import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import type { Stores } from '../../store/stores.ts'
import type { Exchange } from '../Exchange.ts'
import { sandboxVerificationAt } from '../sandboxVerificationAt.ts'
import type { NamedProviders } from './openProviders.ts'

/** Who tells prices, carries codes and messages, and checks people. */
export type Providers = Pick<Exchange, 'rates' | 'mail' | 'messageRail' | 'verification'>

type Deps = Pick<Exchange, 'mode' | 'cell' | 'baseUrl' | 'clock' | 'random'> &
  Pick<Stores, 'outbox' | 'verifications'>

/**
 * Those that the settings name. A sandbox has a stand-in of its own for each that is not there; live has none, and does
 * without a carrier of messages alone.
 * @throws Error in live without one of the others, which `checkLive` has refused
 */
export function providersOf(configured: NamedProviders, deps: Deps): Providers {
  const { rates, mail, messages, verification } = configured
  if (deps.mode === 'sandbox')
    return {
      rates: rates ?? sandboxRates(deps),
      mail: mail ?? sandboxMail(deps),
      messageRail: messages ?? sandboxMessages(deps),
      verification: verification ?? sandboxVerificationAt(deps.baseUrl, deps),
    }
  if (!rates || !mail || !verification) throw new Error('Live has no stand-ins')
  return { rates, mail, messageRail: messages ?? noMessages, verification }
}
