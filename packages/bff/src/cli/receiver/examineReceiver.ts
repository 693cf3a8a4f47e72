import type { DeliveryAnswer } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import * as z from 'zod/mini'
import type { CallbackSigner } from '../../store/read/callbackSigners.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { outcomeOf, receiverAt, statusOf } from './receiverAt.ts'
import { sampleCallback } from './sampleCallback.ts'

/**
 * The age of a callback that every receiver should refuse, milliseconds; and below it, how long a slow body pauses
 * half-way.
 */
const STALE_MS = 60 * 60 * 1_000
const PAUSE_MS = 1_000

const processing: readonly Status[] = ['payin_pending', 'processing']
const finished: readonly Status[] = [...processing, 'auth_success', 'processing_payout', 'finished']

/** One check of a receiver: the callbacks that are sent, and whether it should accept them. */
type Check = {
  readonly name: 'good' | 'badly_signed' | 'repeated' | 'reordered' | 'stale' | 'slow'
  readonly isTaken: boolean
  /** The advice for a receiver that answers otherwise. */
  readonly otherwise: string
  readonly samples: readonly Sample[]
}

type Sample = {
  readonly id: string
  readonly statuses: readonly Status[]
  readonly secret?: string
  readonly agoMs?: number
  readonly pauseMs?: number
}

/** What a receiver did with the callbacks of one check. */
export const CheckedReceiver = z.object({
  check: z.string(),
  handled: z.boolean(),
  expected: z.enum(['2xx', 'a refusal']),
  answered: z.array(z.nullable(z.number())),
  hint: z.nullable(z.string()),
})
export type CheckedReceiver = z.infer<typeof CheckedReceiver>

/** Sends a receiver callbacks about an order that does not exist: good ones, and ones that it must refuse or survive. */
export async function examineReceiver(
  deps: CommandDeps,
  signer: CallbackSigner,
  url: string,
): Promise<CheckedReceiver[]> {
  const orderId = `DOCTR-${deps.random.pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 6)}`
  const checks = []
  for (const check of checksOf(deps)) {
    const answers = []
    for (const sample of check.samples) answers.push(await send(deps, signer, { url, orderId, sample }))
    checks.push(resultOf(check, answers))
  }
  return checks
}

/** The ids are new, so a receiver that was checked before has seen none of them. */
function checksOf({ random }: Pick<CommandDeps, 'random'>): readonly Check[] {
  const [good, bad, late, early, stale, slow] = Array.from({ length: 6 }, () => random.uuid())
  const taken = { isTaken: true } as const
  return [
    {
      ...taken,
      name: 'good',
      otherwise: 'Answer 2xx, or it is sent again for three days.',
      samples: [{ id: good ?? '', statuses: processing }],
    },
    {
      name: 'badly_signed',
      isTaken: false,
      otherwise: 'Check the signature: anyone could send this.',
      samples: [{ id: bad ?? '', statuses: finished, secret: 'not the secret' }],
    },
    {
      ...taken,
      name: 'repeated',
      otherwise: 'Answer 2xx to a webhook-id that was received before, and do nothing.',
      samples: [
        { id: good ?? '', statuses: processing },
        { id: good ?? '', statuses: processing },
      ],
    },
    {
      ...taken,
      name: 'reordered',
      otherwise: 'Answer 2xx to a callback older than the latest one, and do nothing.',
      samples: [
        { id: late ?? '', statuses: finished },
        { id: early ?? '', statuses: processing },
      ],
    },
    {
      name: 'stale',
      isTaken: false,
      otherwise: 'Refuse an old webhook-timestamp: it may be a replay.',
      samples: [{ id: stale ?? '', statuses: finished, agoMs: STALE_MS }],
    },
    {
      ...taken,
      name: 'slow',
      otherwise: 'Read the whole body, however slowly it arrives, and answer within 15 seconds.',
      samples: [{ id: slow ?? '', statuses: finished, pauseMs: PAUSE_MS }],
    },
  ]
}

function send(
  deps: CommandDeps,
  { version, secret, formerSecret }: CallbackSigner,
  { url, orderId, sample }: { url: string; orderId: string; sample: Sample },
): Promise<DeliveryAnswer> {
  const at = new Date(deps.now().getTime() - (sample.agoMs ?? 0))
  return receiverAt(deps, sample.pauseMs).deliver({
    url,
    id: sample.id,
    body: sampleCallback(version, { orderId, statuses: sample.statuses, at }),
    secret: sample.secret ?? secret,
    formerSecret: sample.secret === undefined ? formerSecret : null,
    at,
  })
}

/** The result of a check. A receiver that does not answer fails every check, even one where it should refuse. */
function resultOf({ name, isTaken, otherwise }: Check, answers: readonly DeliveryAnswer[]): CheckedReceiver {
  const answered = answers.map(statusOf)
  const isExpected = ({ is }: DeliveryAnswer, place: number) =>
    (is === 'acknowledged') === isTaken && is !== 'gone' && (answered[place] ?? 500) < 500
  const handled = answers.every(isExpected)
  const silence = answers.find((answer) => statusOf(answer) === null)
  const hint = silence ? outcomeOf(silence) : otherwise
  return {
    check: name,
    handled,
    expected: isTaken ? '2xx' : 'a refusal',
    answered,
    hint: handled ? null : hint,
  }
}
