import { sandboxVerification } from '@cambio/exchange/limit/sandboxVerification.ts'
import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import { verificationUrlAt } from '../pages/verification/verificationUrlAt.ts'
import type { Stores } from '../store/stores.ts'
import type { Exchange } from './Exchange.ts'

/** The sandbox's provider, whose pages are the exchange's own. */
export function sandboxVerificationAt(
  baseUrl: string,
  deps: Pick<Exchange, 'random' | 'cell' | 'clock'> & Pick<Stores, 'verifications'>,
): VerificationProvider {
  const { verifications, random, cell, clock } = deps
  const verificationUrl = verificationUrlAt(baseUrl)
  return sandboxVerification({ verifications, random, cell, now: () => clock.now(), verificationUrl })
}
