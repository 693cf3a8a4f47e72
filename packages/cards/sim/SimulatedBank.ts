import type { Acquirer, OperationRequest, OperationOutcome, Outcome } from '../src/acquirers/Acquirer.ts'
import type { Fate, Step, Timing } from './Fate.ts'

/*
 * An acquirer with a memory for everything that really happened to the money. It knows our ids, so the same id is the
 * same thing; another id is another thing, and it does that too: what is charged twice here was asked for twice.
 */

/** What became of one payment's money there. Units are minor units. */
export type Effects = {
  readonly order: number
  state: 'challenged' | 'held' | 'declined' | 'released' | 'captured' | 'closed'
  /** How often money was held, captured and given back, by any id. */
  holds: number
  captures: number
  captured: bigint
  refunds: number
  refunded: bigint
}

/** An acquirer that did not answer in its time. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

export class SimulatedBank {
  readonly effects = new Map<string, Effects>()
  /** Calls that got no answer, by step and by when their effect took place. */
  readonly timeouts = new Map<string, number>()
  readonly #fateOf: (order: number) => Fate
  readonly #now: () => Date
  readonly #calls = new Map<string, number>()
  readonly #moves = new Map<string, OperationOutcome>()
  readonly #late: { at: number; effect: () => void }[] = []

  constructor(fateOf: (order: number) => Fate, now: () => Date) {
    this.#fateOf = fateOf
    this.#now = now
  }

  get acquirer(): Acquirer {
    return {
      name: 'simulated',
      authorise: async ({ transactionId, description }) => {
        const order = Number(description.replace('CID:', ''))
        return this.#call('authorise', order, () => this.#authorise(transactionId, order))
      },
      getPaymentStatus: async ({ transactionId, reference, givingUp }) => {
        const payment = this.effects.get(transactionId)
        if (payment === undefined) return { is: 'absent' }
        return this.#call('ask', payment.order, () =>
          this.#stands(transactionId, payment, { reference, givingUp }),
        )
      },
      capture: async (move) => this.#move('capture', move),
      reverse: async (move) => this.#move('reverse', move),
      refund: async (move) => this.#move('refund', move),
    }
  }

  /** The buyer presses a button at the bank's page, which is there until the payment is decided. */
  decide(transactionId: string, approved: boolean): void {
    const payment = this.effects.get(transactionId)
    if (payment?.state !== 'challenged') return
    payment.state = approved ? 'held' : 'declined'
    if (approved) payment.holds += 1
  }

  /** What was under way for long arrives. */
  arrive(): void {
    const now = this.#now().getTime()
    for (const one of this.#late.splice(0)) {
      if (one.at <= now) one.effect()
      else this.#late.push(one)
    }
  }

  /** One call: done and answered, or not answered and done before, after, or some minutes later. */
  #call<Answer>(step: Step, order: number, effect: () => Answer): Answer {
    const timing = this.#timingOf(step, order)
    if (timing === 'answered') return effect()
    const name = `${step} ${timing}`
    this.timeouts.set(name, (this.timeouts.get(name) ?? 0) + 1)
    if (timing === 'after') effect()
    if (timing === 'late') this.#late.push({ at: this.#now().getTime() + lateBy(order), effect })
    throw new TimedOut(name)
  }

  #timingOf(step: Step, order: number): Timing {
    const key = `${order} ${step}`
    const call = this.#calls.get(key) ?? 0
    this.#calls.set(key, call + 1)
    return this.#fateOf(order).timings[step][call] ?? 'answered'
  }

  #authorise(transactionId: string, order: number): Outcome {
    const { authorisation } = this.#fateOf(order)
    const payment: Effects = this.effects.get(transactionId) ?? {
      order,
      state: authorisation,
      holds: 0,
      captures: 0,
      captured: 0n,
      refunds: 0,
      refunded: 0n,
    }
    this.effects.set(transactionId, payment)
    if (authorisation === 'held') payment.holds += 1
    return this.#outcomeOf(transactionId, payment)
  }

  #outcomeOf(transactionId: string, { state }: Effects): Outcome {
    switch (state) {
      case 'held':
      case 'captured':
      case 'released':
        return { is: 'done', reference: transactionId }
      case 'declined':
        return { is: 'declined', reason: 'Do not honor' }
      case 'closed':
        return { is: 'declined', reason: 'Timeout' }
      case 'challenged': {
        const challenge = { status: '3DS', url: 'https://bank.example', method: 'GET', params: {} } as const
        return { is: 'challenge', reference: transactionId, challenge }
      }
    }
  }

  #stands(
    transactionId: string,
    payment: Effects,
    { reference, givingUp }: { reference: string | null; givingUp: boolean },
  ): Outcome | { readonly is: 'waiting' } {
    if (payment.state === 'challenged' && givingUp && this.#fateOf(payment.order).canClose) {
      payment.state = 'closed'
    }
    const outcome = this.#outcomeOf(transactionId, payment)
    return outcome.is === 'challenge' && reference !== null ? { is: 'waiting' } : outcome
  }

  #move(step: 'capture' | 'reverse' | 'refund', move: OperationRequest): OperationOutcome {
    const payment = this.effects.get(move.reference)
    if (payment === undefined) throw new Error('A move of a payment that nobody made.')
    return this.#call(step, payment.order, () => {
      const earlier = this.#moves.get(move.operationId)
      if (earlier !== undefined) return earlier
      const outcome = this.#do(step, payment, move)
      this.#moves.set(move.operationId, outcome)
      return outcome
    })
  }

  #do(
    step: 'capture' | 'reverse' | 'refund',
    payment: Effects,
    { money }: OperationRequest,
  ): OperationOutcome {
    const fate = this.#fateOf(payment.order)
    switch (step) {
      case 'capture':
        if (fate.captureDeclined) return { is: 'declined', reason: 'Do not honor' }
        payment.state = 'captured'
        payment.captures += 1
        payment.captured += money.units
        return { is: 'done' }
      case 'reverse':
        payment.state = 'released'
        return { is: 'done' }
      case 'refund':
        if (fate.refundDeclined) return { is: 'declined', reason: 'Do not honor' }
        payment.refunds += 1
        payment.refunded += money.units
        return { is: 'done' }
    }
  }
}

/** Up to twenty minutes, another for each order. */
function lateBy(order: number): number {
  return 10_000 + ((order * 7919) % 1_190_000)
}
