import { randomUUID } from 'node:crypto'
import { contract } from '@cambio/wire/http/contract.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import { NoAnswer, ProblemError } from '../ProblemError.ts'
import { makeTestCallback } from '../testing.ts'
import type { CliDeps } from './CliDeps.ts'
import { deliver, isAccepted, answerText, type Answered, type Delivery } from './deliver.ts'
import { partnerOf, receiverAddress, setting } from './settings.ts'

/** Older than any receiver should accept; and how long a body pauses half-way. Milliseconds. */
const STALE_MS = 60 * 60 * 1_000
const PAUSE_MS = 1_000

/**
 * Checks your key with the exchange, whether your callback endpoints are on and, if you name your receiver, the receiver:
 * with good callbacks about an order that does not exist, and with ones that it must refuse or survive.
 * @returns whether all is well
 */
export async function doctor(deps: CliDeps, [receiver]: readonly string[]): Promise<boolean> {
  const isAccountWell = (await checkKey(deps)) && (await checkEndpoints(deps))
  if (receiver === undefined) return isAccountWell
  const url = receiverAddress(receiver, 'doctor http://localhost:3000/callbacks')
  const secret = setting(deps, 'CAMBIO_CALLBACK_SECRET')
  let isWell = isAccountWell
  for (const { name, isGood, otherwise, samples } of checksAt(deps.now())) {
    const answers: Answered[] = []
    for (const { isForged, ...delivery } of samples)
      answers.push(await deliver(deps, url, isForged ? 'not the secret' : secret, delivery))
    const isHandled = answers.every((answered) => isAsExpected(answered, isGood))
    isWell &&= isHandled
    const shown = `${name.padEnd(13)} answered ${answers.map(answerText).join(', ')}`
    deps.print(isHandled ? `handled      ${shown}` : `NOT handled  ${shown}  ${otherwise}`)
  }
  deps.print(isWell ? 'All is well.' : 'Something is not as it should be.')
  return isWell
}

/** A refusal is a 4xx. 410 would end the callbacks, and from 500 on the exchange tries again. */
function isAsExpected(answered: Answered, isGood: boolean): boolean {
  if (isGood) return isAccepted(answered)
  return 'status' in answered && answered.status >= 400 && answered.status < 500 && answered.status !== 410
}

/** Whether the exchange accepts the key's signature. A sandbox says what is wrong. */
async function checkKey(deps: CliDeps): Promise<boolean> {
  try {
    await partnerOf(deps).call(contract.partner.balances, {})
    deps.print('handled      key           the exchange takes your signature')
    return true
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof NoAnswer)) throw error
    deps.print(`NOT handled  key           ${error.message}`)
    return false
  }
}

/** Whether callbacks are sent to each endpoint of yours. */
async function checkEndpoints(deps: CliDeps): Promise<boolean> {
  const { data } = await partnerOf(deps).call(contract.partnerAccount.endpoints, {})
  for (const { endpoint_id, url, off_since } of data) {
    const shown = `endpoint      ${url ?? endpoint_id}`
    if (url === null) deps.print(`NOT handled  ${shown} has no address  Set one, or ask the operator.`)
    else if (off_since === null) deps.print(`handled      ${shown} is on`)
    else
      deps.print(`NOT handled  ${shown} is off since ${off_since}  Switch it on, and resend what it missed.`)
  }
  return data.every(({ url, off_since }) => url !== null && off_since === null)
}

type Check = {
  readonly name: string
  /** Whether a receiver should accept it. */
  readonly isGood: boolean
  /** What is wrong with a receiver that answers otherwise. */
  readonly otherwise: string
  readonly samples: readonly (Delivery & { readonly isForged?: boolean })[]
}

/** The ids are fresh, so that a receiver that was checked before has seen none of them. */
function checksAt(now: Date): readonly Check[] {
  const order = randomUUID().slice(0, 8)
  const of = (status: Status, more: Partial<Delivery> = {}): Delivery => {
    const named = { partner_order_id: `doctor-${order}`, client_order_id: `DOCTR-${order}`, status }
    const { body } = makeTestCallback({ secret: 'any', order: named })
    return { id: randomUUID(), body, at: now, ...more }
  }
  const first = of('processing')
  return [
    {
      name: 'good',
      isGood: true,
      otherwise: 'Answer 2xx, or it is sent again for three days.',
      samples: [first],
    },
    {
      name: 'badly signed',
      isGood: false,
      otherwise: 'Check the signature: anyone could send this.',
      samples: [{ ...of('finished'), isForged: true }],
    },
    {
      name: 'repeated',
      isGood: true,
      otherwise: 'Answer 2xx to a webhook-id that was received before, and do nothing.',
      samples: [first, first],
    },
    {
      name: 'reordered',
      isGood: true,
      otherwise: 'Answer 2xx to a callback older than your latest one, and do nothing.',
      samples: [of('finished'), of('processing')],
    },
    {
      name: 'stale',
      isGood: false,
      otherwise: 'Refuse an old webhook-timestamp: it may be a replay.',
      samples: [of('finished', { at: new Date(now.getTime() - STALE_MS) })],
    },
    {
      name: 'slow',
      isGood: true,
      otherwise: 'Read the whole body, however slowly it arrives, and answer within 15 seconds.',
      samples: [of('finished', { pauseMs: PAUSE_MS })],
    },
  ]
}
