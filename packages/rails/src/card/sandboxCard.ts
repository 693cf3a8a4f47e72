import { Refusal } from '@cambio/wire/http/Problem.ts'
import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import type { TestCard } from '../TestCard.ts'
import type { MerchantAccount } from './MerchantAccount.ts'

const LIMIT_MS = 10_000

/** The test cards of a sandbox's card platform. Other platforms do not have these addresses. */
export function sandboxCard({ paymentUrl, fetch }: Pick<MerchantAccount, 'paymentUrl' | 'fetch'>): TestCard {
  async function post(path: string, form: Record<string, string>): Promise<number> {
    const request = { method: 'POST', body: new URLSearchParams(form) }
    try {
      return (await call(fetch, `${paymentUrl}${path}`, request, AbortSignal.timeout(LIMIT_MS))).status
    } catch (error) {
      if (error instanceof Unanswered) throw new Refusal('platform_unreachable', undefined, { cause: error })
      throw error
    }
  }
  return {
    async submitCard(sessionId, { month, year, code, store }) {
      const path = `/sandbox/fields/${encodeURIComponent(sessionId)}`
      const card = { exp_month: month, exp_year: year, code, ...(store && { store: 'Y' }) }
      const status = await post(path, card)
      if (status !== 200 && status !== 422)
        throw new Refusal('platform_unreachable', 'The card platform accepted no test card')
      return status === 200 ? 'done' : 'invalid'
    },
    async expireForm(sessionId) {
      const status = await post(`/sandbox/fields/${encodeURIComponent(sessionId)}/expire`, {})
      if (status !== 200) throw new Refusal('platform_unreachable', 'The card platform expired no card form')
    },
    async answerBank({ url, params }, decision) {
      const { MD, PaReq } = ThreeDSecure.safeParse(JSON.parse(params ?? '{}')).data ?? inAddress(url)
      const form = { trans_id: MD, request: PaReq, decision }
      return (await post('/sandbox/decisions', form)) === 200 ? 'done' : 'expired'
    },
  }
}

/** What identifies a 3-D Secure challenge to the sandbox's bank. */
const ThreeDSecure = z.object({ MD: z.string(), PaReq: z.string() })

/** A redirect has its challenge in the last two parts of its path. */
function inAddress(url: string): z.infer<typeof ThreeDSecure> {
  const [MD = '', PaReq = ''] = new URL(url).pathname.split('/').slice(-2)
  return { MD, PaReq }
}
