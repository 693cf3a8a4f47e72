import type { Rail } from '../Rail.ts'
import { cardPlatform } from './cardPlatform.ts'
import { cardWebhook } from './cardWebhook.ts'
import type { Merchant } from './Merchant.ts'
import { platformWatch } from './platformWatch.ts'
import { withNextPassword } from './withNextPassword.ts'

/** The card platform as a rail: it takes money in and sends notices. */
export function cardPlatformRail(
  settings: Omit<Merchant, 'baseUrl' | 'fetch' | 'signing' | 'passwordRefused'> & {
    /** The password that takes the place of the other one, while it does. */
    readonly nextPassword: string | null
    /** What signs messages as a whole, both ways, and what takes its place; none where the platform does not ask for it. */
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
        webhooks: [cardWebhook({ orders }, { ...platform, nextPassword })],
        repeated: watch.repeated,
        missing: watch.missing,
      }
    },
  }
}
