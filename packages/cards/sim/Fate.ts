import { drawFrom, type Draw } from './draw.ts'

/** What a call to the acquirer comes to: its answer, or none, and then when its effect took place. */
export type Timing = 'answered' | 'before' | 'after' | 'late'

export const steps = ['authorise', 'ask', 'capture', 'reverse', 'refund'] as const
export type Step = (typeof steps)[number]

/** All that chance has to say about one order, drawn before anything happens, so that the order of events changes nothing. */
export type Fate = {
  readonly authorisation: 'held' | 'declined' | 'challenged'
  /** What the buyer does with a challenge, and when: too late is after the platform gave it up. */
  readonly buyer: 'approves' | 'declines' | 'leaves' | 'approves too late'
  /** Whether the acquirer can close a challenge for good when it is asked to. */
  readonly canClose: boolean
  readonly captureDeclined: boolean
  /** By the merchant's own request instead of the platform's, and how much of 100. */
  readonly capturedByHand: boolean
  readonly capturedShare: 100 | 40
  readonly refunded: 'nothing' | 'whole' | 'two equal parts'
  readonly refundDeclined: boolean
  /** The merchant asks the same SALE again, having lost the answer. */
  readonly resent: boolean
  /** How the first calls of each step go; the ones after that are answered. */
  readonly timings: Readonly<Record<Step, readonly Timing[]>>
}

/** The fate of one order of a run. At least one of its calls times out. */
export function fateOf(seed: number, index: number): Fate {
  const draw = drawFrom(seed, index)
  const timings: Record<Step, Timing[]> = {
    authorise: timeouts(draw, 0.6, 1),
    ask: timeouts(draw, 0.4, 3),
    capture: timeouts(draw, 0.4, 3),
    reverse: timeouts(draw, 0.4, 3),
    refund: timeouts(draw, 0.4, 3),
  }
  if (timings.authorise.length === 0 && timings.capture.length === 0) timings.authorise = [timeout(draw)]
  return {
    authorisation: draw.happens(0.7) ? 'held' : draw.oneOf(['declined', 'challenged', 'challenged']),
    buyer: draw.oneOf(['approves', 'approves', 'declines', 'leaves', 'approves too late']),
    canClose: draw.happens(0.5),
    captureDeclined: draw.happens(0.08),
    capturedByHand: draw.happens(0.3),
    capturedShare: draw.happens(0.3) ? 40 : 100,
    refunded: draw.oneOf(['nothing', 'whole', 'two equal parts']),
    refundDeclined: draw.happens(0.1),
    resent: draw.happens(0.3),
    timings,
  }
}

function timeouts(draw: Draw, probability: number, most: number): Timing[] {
  if (!draw.happens(probability)) return []
  return Array.from({ length: 1 + draw.below(most) }, () => timeout(draw))
}

function timeout(draw: Draw): Timing {
  return draw.oneOf(['before', 'after', 'late'])
}
