import type { Clock } from '@cambio/server/Clock.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { findMerchant } from '../store/merchants.ts'
import type { CardsEnvironment } from './environment.ts'

/** Refuses a live start that lacks a setting, and names all missing ones at once. @throws StartRefused */
export function checkLive(environment: CardsEnvironment): void {
  if (environment.MODE !== 'live') return
  const { CARDS_DATABASE_URL, CARDS_KEY, CARDS_KEY_FILE, PAYMENT_URL } = environment
  const takesCards =
    environment.CARDS_UPSTREAM_URL !== undefined || environment.CARDS_STRIPE_KEY !== undefined
  const missing = [
    CARDS_DATABASE_URL === undefined && "CARDS_DATABASE_URL to a PostgreSQL of the platform's own",
    CARDS_KEY === undefined &&
      CARDS_KEY_FILE === undefined &&
      'CARDS_KEY, or CARDS_KEY_FILE, to the key that cards are sealed under',
    PAYMENT_URL?.startsWith('https://') !== true &&
      'PAYMENT_URL to the https address that merchants and browsers use',
    [environment.CARDS_UPSTREAM_URL, environment.CARDS_STRIPE_URL].some((url) => url?.startsWith('http:')) &&
      'CARDS_UPSTREAM_URL and CARDS_STRIPE_URL to https addresses, since card numbers go there',
    environment.CARDS_CANARY_SHA256 !== undefined &&
      'CARDS_CANARY_SHA256 to nothing, since it is for a sandbox',
    !takesCards && 'CARDS_UPSTREAM_… or CARDS_STRIPE_… to who takes the cards',
  ].filter((sentence) => sentence !== false)
  if (missing.length > 0) throw new StartRefused(`Live payments need more: set ${missing.join('; ')}.`)
}

/** The client_key of the sandbox's own merchant, which is published, as is its password. */
const SANDBOX_MERCHANT = '11111111-1111-4111-8111-111111111111'
const SANDBOX_PASSWORD = 'sandbox-merchant-password'

/** Refuses a live start on a database that accepts the sandbox's merchant. @throws StartRefused */
export async function checkNoSandboxMerchant(deps: {
  query: Query
  keyring: Keyring
  clock: Clock
}): Promise<void> {
  const merchant = await findMerchant(deps, SANDBOX_MERCHANT)
  if (merchant?.signer.password !== SANDBOX_PASSWORD || merchant.blocked) return
  throw new StartRefused(
    `The sandbox's merchant, whose password is public, is in this database: block it with "pnpm cambio-cards merchant block ${SANDBOX_MERCHANT}", or use another database.`,
  )
}
