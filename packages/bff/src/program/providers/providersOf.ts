import { sandboxMail } from '@cambio/rails/mail/sandboxMail.ts'
import { noMessages } from '@cambio/rails/messages/noMessages.ts'
import { sandboxMessages } from '@cambio/rails/messages/sandboxMessages.ts'
import { sandboxRates, type SandboxPrices } from '@cambio/rails/rates/sandboxRates.ts'
import type { Stores } from '../../store/stores.ts'
import type { Exchange } from '../Exchange.ts'
import { sandboxVerificationAt } from '../sandboxVerificationAt.ts'
import type { NamedProviders } from './openProviders.ts'

/** The providers of prices, code mails, messages and identity checks. */
export type Providers = Pick<Exchange, 'rates' | 'mail' | 'messageRail' | 'verification'>

type Deps = Pick<Exchange, 'mode' | 'cell' | 'baseUrl' | 'clock' | 'random'> &
  Pick<Stores, 'outbox' | 'verifications'> & { readonly sandboxPrices?: SandboxPrices }

/**
 * The configured providers. A sandbox has a stand-in for each missing one. Live has none, and only messages are
 * optional there.
 * @throws Error in live without one of the others, which `checkLive` has refused
 */
export function providersOf(configured: NamedProviders, deps: Deps): Providers {
  const { rates, mail, messages, verification } = configured
  if (deps.mode === 'sandbox')
    return {
      rates: rates ?? sandboxRates(deps, deps.sandboxPrices),
      mail: mail ?? sandboxMail(deps),
      messageRail: messages ?? sandboxMessages(deps),
      verification: verification ?? sandboxVerificationAt(deps.baseUrl, deps),
    }
  if (!rates || !mail || !verification) throw new Error('Live has no stand-ins')
  return { rates, mail, messageRail: messages ?? noMessages, verification }
}
