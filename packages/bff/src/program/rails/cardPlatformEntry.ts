import { SANDBOX_MERCHANT_KEY, SANDBOX_MERCHANT_PASSWORD } from '../environment.ts'
import { merchantAccessOf } from '../merchantAccess.ts'
import type { RailEntry } from './RailEntry.ts'

/** Cards, by the card platform. */
export const cardPlatformEntry: RailEntry = {
  payins: {
    card: ({ PAYMENT_URL, MERCHANT_KEY, MERCHANT_PASSWORD, MERCHANT_SIGNING_SECRET }) => [
      [PAYMENT_URL.startsWith('https://'), "Set PAYMENT_URL to the card platform's https address."],
      [
        MERCHANT_KEY !== SANDBOX_MERCHANT_KEY,
        "Set MERCHANT_KEY to your client_key at the card platform: the sandbox's is published.",
      ],
      [
        MERCHANT_PASSWORD !== undefined && MERCHANT_PASSWORD.reveal() !== SANDBOX_MERCHANT_PASSWORD,
        "Set MERCHANT_PASSWORD to your password at the card platform: the sandbox's is published.",
      ],
      [
        MERCHANT_SIGNING_SECRET !== undefined,
        'Set MERCHANT_SIGNING_SECRET to what “merchant create --require-signature” printed: the hash of a notification could be sent back as a request.',
      ],
    ],
  },
  payouts: {},
  async from(environment) {
    const { cardPlatformRail } = await import('@cambio/rails/card/cardPlatformRail.ts')
    const { MERCHANT_HASH: hash, PAYMENT_URL: paymentUrl } = environment
    const { clientKey, passwords } = merchantAccessOf(environment)
    const [password, next] = passwords
    const { MERCHANT_SIGNING_SECRET: secret, MERCHANT_SIGNING_SECRET_NEXT: nextSecret } = environment
    const signingSecrets = [secret, nextSecret].flatMap((each) =>
      each ? Buffer.from(each.reveal(), 'base64') : [],
    )
    return cardPlatformRail({
      clientKey,
      password: password.reveal(),
      nextPassword: next?.reveal() ?? null,
      hash,
      paymentUrl,
      signingSecrets,
    })
  },
}
