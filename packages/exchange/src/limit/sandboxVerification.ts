import { routedToken } from '../cell/Cell.ts'
import { clientIdOf, isProven } from '../client/Client.ts'
import type { Random } from '../Random.ts'
import type { VerificationProvider } from './VerificationProvider.ts'
import { VERIFICATION_LIFE_MS, type VerificationStore } from './VerificationStore.ts'

/** The sandbox's provider: the person who opens a verification's page decides its result. */
export function sandboxVerification(deps: {
  verifications: Pick<VerificationStore, 'keep' | 'latestOf'>
  random: Random
  cell: string | null
  now: () => Date
  verificationUrl: (token: string) => string
}): VerificationProvider {
  return {
    name: 'sandbox',
    async start({ applicantId, level }) {
      const clientId = clientIdOf(applicantId)
      const token = routedToken(deps, 160)
      const expiresAt = new Date(deps.now().getTime() + VERIFICATION_LIFE_MS)
      await deps.verifications.keep(token, { clientId, orderId: null, level, expiresAt })
      return { is: 'started', url: deps.verificationUrl(token) }
    },
    async status(applicantId) {
      const latest = await deps.verifications.latestOf(clientIdOf(applicantId))
      if (!latest || !isProven(latest.level)) return { is: 'none' }
      const { is, level, documents } = latest
      return is === 'approved' ? { is, level, documents } : { is, level }
    },
    take: () => Promise.resolve({ is: 'refused', why: 'The sandbox does not accept share tokens' }),
  }
}
