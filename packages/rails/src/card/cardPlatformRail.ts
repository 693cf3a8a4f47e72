import type { Rail } from '../Rail.ts'
import { cardPlatform } from './cardPlatform.ts'
import { cardWebhook } from './cardWebhook.ts'
import type { MerchantAccount } from './MerchantAccount.ts'
import { platformWatch } from './platformWatch.ts'
import { sandboxCard } from './sandboxCard.ts'
import { withNextPassword } from './withNextPassword.ts'

/** The card platform as a rail: it takes cards, and sends notices about them. */
export function cardPlatformRail(
  settings: Omit<MerchantAccount, 'baseUrl' | 'fetch' | 'signing' | 'passwordRefused'> & {
    /** The next password, while the operator is replacing the current one. */
    readonly nextPassword: string | null
    /**
     * The secrets that sign whole messages in both directions, the current one first. Empty if the platform asks for
     * none.
     */
    readonly signingSecrets: readonly Uint8Array[]
  },
): Rail {
  const { signingSecrets: secrets, nextPassword, ...merchant } = settings
  return {
    name: 'card-platform',
    payinWays: [{ group: 'card', networks: 'any' }],
    payoutWays: [],
    open({ baseUrl, orders, clock, random, log, metrics, resume }) {
      const signing =
        secrets.length === 0 ? null : { secrets, now: () => clock.now(), nonce: () => random.uuid() }
      const watch = platformWatch(
        { log, resume, metrics },
        { ...merchant, signing, passwords: [merchant.password, nextPassword], fetch: globalThis.fetch },
      )
      const { fetch } = watch
      const platform = { ...merchant, baseUrl, fetch, signing }
      return {
        card:
          nextPassword === null
            ? cardPlatform(platform)
            : withNextPassword(
                (password, passwordRefused) => cardPlatform({ ...platform, password, passwordRefused }),
                { password: merchant.password, nextPassword },
              ),
        testCard: sandboxCard(platform),
        webhooks: [cardWebhook({ orders }, { ...platform, nextPassword })],
        repeated: watch.repeated,
        missing: watch.missing,
      }
    },
  }
}
