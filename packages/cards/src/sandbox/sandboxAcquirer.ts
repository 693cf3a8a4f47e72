import { createHash } from 'node:crypto'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Acquirer, Authorisation, Outcome } from '../acquirers/Acquirer.ts'
import { testCards } from '../fields/testCards.ts'
import { hasExpired } from '../means/Expiry.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import type { Pan } from '../means/Pan.ts'
import type { Challenge } from '../transaction/Challenge.ts'
import type { DeclineReason } from '../transaction/DeclineReason.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import { declineReasonOf } from './declineCodes.ts'
import { isTestCard } from './isTestCard.ts'
import { openPaRes } from './pages/PaRes.ts'
import { testNetworkTokens } from './testNetworkTokens.ts'

type TestOutcome = (typeof testCards)[number]['outcome']

/** The acquirer's name in a merchant's settings. */
export const SANDBOX = 'sandbox'

const DECLINED = { is: 'declined', reason: 'Declined by processing' } as const
const UNCONFIRMED = { is: 'declined', reason: '3-D Secure authentication failed' } as const

/**
 * The sandbox's bank: no money moves, and the expiry of the test card chooses the outcome, its security code the reason of
 * a decline. That outcome is its reference
 * of the payment, so it has nothing to remember between two calls.
 * @param input.canary SHA-256 (hex) of one more number that counts as the test cards' number
 */
export function sandboxAcquirer(
  deps: { keys: PlatformKeys; clock: Clock; paymentUrl: string },
  { canary }: { canary?: string | undefined } = {},
): Acquirer {
  return {
    name: SANDBOX,
    // It runs in this process, so no authorisation is still on its way to it.
    absentForMs: 0,
    acceptsFromWallets: ['network_token', 'card'],
    async authorise(request) {
      const outcome = outcomeOf(request.means, canary)
      if (outcome === undefined) {
        return hasExpired(request.means.expiry, deps.clock.now())
          ? { is: 'declined', reason: 'Expired card' }
          : DECLINED
      }
      return authorise(deps, request, outcome)
    },
    async getPaymentStatus({ transactionId, reference, returned }) {
      if (reference === null) return { is: 'absent' }
      if (!isChallenged(reference)) return { is: 'done', reference }
      const end = openPaRes(deps.keys.sandboxBank, transactionId, returned?.get('PaRes') ?? '')
      if (end === null) return { is: 'waiting' }
      if (end === 'cancel') return { ...UNCONFIRMED, canceled: true }
      if (end === 'decline') return UNCONFIRMED
      if (end === 'timeout') return { is: 'declined', reason: 'Timeout' }
      return reference.endsWith('_success') ? { is: 'done', reference } : afterChallenge(reference)
    },
    capture: async ({ reference }) => (reference === 'capture_fails' ? DECLINED : { is: 'done' }),
    reverse: async () => ({ is: 'done' }),
    refund: async () => ({ is: 'done' }),
  }
}

function authorise(
  deps: { keys: PlatformKeys; paymentUrl: string },
  { transactionId, returnUrl, means }: Authorisation,
  outcome: TestOutcome,
): Outcome {
  if (outcome === 'declined') return { is: 'declined', reason: declineReasonOf(codeOf(means)) }
  if (!isChallenged(outcome)) return { is: 'done', reference: outcome }
  const request = deps.keys.challengeSecret('request', transactionId)
  const challenge: Challenge = outcome.startsWith('3ds')
    ? {
        status: '3DS',
        url: `${deps.paymentUrl}/sandbox/3ds`,
        method: 'POST',
        params: { PaReq: request, MD: transactionId, TermUrl: returnUrl },
      }
    : {
        status: 'REDIRECT',
        url: `${deps.paymentUrl}/sandbox/redirect/${transactionId}/${request}`,
        method: 'GET',
        params: {},
      }
  return { is: 'challenge', reference: outcome, challenge }
}

/** The outcome that a test card or test token stands for; undefined for any other. */
function outcomeOf(means: MeansOfPayment, canary: string | undefined): TestOutcome | undefined {
  const { month, year } = means.expiry
  const tests = testsOf(means, canary)
  const outcome = tests.find((test) => test.exp_month === month && test.exp_year === year)?.outcome
  return means.is === 'card' && means.wallet !== null && outcome !== undefined ? asked(outcome) : outcome
}

/** The outcome of a card's own number out of a wallet: the buyer is asked before it, whatever it is. */
function asked(outcome: TestOutcome): TestOutcome {
  if (isChallenged(outcome)) return outcome
  return outcome === 'declined' ? '3ds_declined' : '3ds_success'
}

/** The security code of a card; null where none came with it. */
function codeOf(means: MeansOfPayment): string | null {
  return means.is === 'card' && means.cvv !== null ? means.cvv.take() : null
}

/** The test cards or test tokens with this number. */
function testsOf(
  { is, pan }: MeansOfPayment,
  canary: string | undefined,
): readonly (typeof testCards | typeof testNetworkTokens)[number][] {
  switch (is) {
    case 'card':
      return isTestCard(pan) || (canary !== undefined && digestOf(pan) === canary) ? testCards : []
    case 'network_token':
      return testNetworkTokens.filter(({ number }) => number === pan.reveal())
  }
}

function digestOf(pan: Pan): string {
  return createHash('sha256').update(pan.reveal()).digest('hex')
}

function isChallenged(reference: string): boolean {
  return reference.startsWith('3ds') || reference.startsWith('redirect')
}

/** The two cards that are declined although the buyer approved. */
function afterChallenge(reference: string): { is: 'declined'; reason: DeclineReason } {
  return {
    is: 'declined',
    reason: reference.startsWith('3ds') ? '3-D Secure authentication failed' : 'Declined by processing',
  }
}
