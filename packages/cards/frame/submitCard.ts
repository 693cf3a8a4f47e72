import type { FromFrame } from '@cambio/wire/widget/CardFrame.ts'
import { nonceHeader } from '../src/fields/nonceHeader.ts'
import type { PageData } from '../src/fields/PageData.ts'
import type { SubmittedCard, SubmittedCode } from '../src/fields/SubmittedCard.ts'
import type { SubmittedWallet } from '../src/fields/SubmittedWallet.ts'

export type Outcome = 'done' | Extract<FromFrame, { kind: 'failed' }>['code']

/**
 * Hands a card or a wallet's token in, to the frame's own origin. When an answer is lost nobody knows whether it arrived:
 * if the same one then meets `used`, it was that one and all is well.
 */
export function cardSubmitter(
  page: PageData,
): (handed: SubmittedCard | SubmittedCode | SubmittedWallet) => Promise<Outcome> {
  let unanswered: string | null = null
  return async (handed) => {
    const body = JSON.stringify(handed)
    const outcome = outcomeOf(await post(page, body))
    if (outcome === 'used' && unanswered === body) return 'done'
    // Answered or not, an earlier card that may have arrived is still the one that may be there.
    if (outcome === 'unreachable') unanswered ??= body
    return outcome
  }
}

/** The answer's status, or null when there was none. */
async function post(page: PageData, body: string): Promise<number | null> {
  try {
    const answer = await fetch(`/fields/sessions/${encodeURIComponent(page.session_id)}/card`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [nonceHeader]: page.nonce },
      body,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answer.status
  } catch {
    return null
  }
}

const TIMEOUT_MS = 15_000

/** Everything that is not listed may or may not have left a card behind. */
const outcomes: Readonly<Record<number, Outcome>> = {
  200: 'done',
  400: 'invalid',
  403: 'expired',
  404: 'expired',
  409: 'used',
  410: 'expired',
  422: 'invalid',
}

function outcomeOf(status: number | null): Outcome {
  return outcomes[status ?? 0] ?? 'unreachable'
}
