import { NotAllowed } from '@cambio/server/outside/outsideAddress.ts'
import type { AppleSessionResult } from '../fields/FieldsVault.ts'
import type { Platform } from '../Platform.ts'
import { registeredHost } from '../wallets/applePay/registeredHost.ts'
import { findSession, isOpen, offerOf } from './sessionRow.ts'

/** Asks Apple for what lets the page of an open session show Apple's sheet. Why nothing comes stands in the log. */
export async function appleSession(
  platform: Platform,
  id: string,
  validationUrl: string,
): Promise<AppleSessionResult> {
  const apple = platform.wallets.apple_pay
  const row = await findSession(platform, id)
  if (apple?.environment !== 'apple' || row === null || !isOpen(row, platform.clock.now())) return 'refused'
  const domain = registeredHost(apple, row.ancestors)
  if (domain === undefined || offerOf(platform, row)?.apple_pay === undefined) return 'refused'
  const { merchant_id: merchantId, merchant_name: displayName } = row
  try {
    return { session: await apple.requestSession({ validationUrl, domain, displayName }) }
  } catch (error) {
    platform.log.error('Apple gave no session for its sheet', { merchantId, error })
    return error instanceof NotAllowed ? 'refused' : 'unanswered'
  }
}
