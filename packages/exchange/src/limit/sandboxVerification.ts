import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Random } from '../Random.ts'
import type { ProvenLevel, VerificationProvider } from './VerificationProvider.ts'
import { VERIFICATION_LIFE_MS, type VerificationStore } from './VerificationStore.ts'

/** The sandbox's provider: whoever opens the page of a verification decides what it came to. */
export function sandboxVerification(deps: {
  verifications: Pick<VerificationStore, 'keep' | 'latestOf'>
  random: Random
  now: () => Date
  verificationUrl: (token: string) => string
}): VerificationProvider {
  return {
    name: 'sandbox',
    async start({ clientId, level }) {
      const token = deps.random.token(160)
      const expiresAt = new Date(deps.now().getTime() + VERIFICATION_LIFE_MS)
      await deps.verifications.keep(token, { clientId, orderId: null, level, expiresAt })
      return { is: 'started', url: deps.verificationUrl(token) }
    },
    async status(clientId) {
      const latest = await deps.verifications.latestOf(clientId)
      return latest && isProven(latest.level) ? { is: latest.is, level: latest.level } : { is: 'none' }
    },
    take: () => Promise.resolve({ is: 'refused', why: 'The sandbox takes no share token' }),
  }
}

function isProven(level: VerificationLevel): level is ProvenLevel {
  return level === 'identity' || level === 'address' || level === 'bank_statement'
}
