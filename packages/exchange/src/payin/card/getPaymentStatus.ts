import type { Client } from '../../client/Client.ts'
import type { ClientStore } from '../../client/ClientStore.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { StepOutcome } from '../way/PayinWay.ts'
import type { CardRail, ChargeKey, ChargeState } from './CardRail.ts'
import type { Attempt } from './machine/CardPayin.ts'

/**
 * How long the platform accepts a form's token, with a margin for clocks, milliseconds. Until then, a SALE without a
 * record there may still arrive; after that, it can no longer charge.
 */
const TOKEN_LIFE_MS = 11 * 60 * 1_000

type Deps = { card: CardRail; clients: Pick<ClientStore, 'find'>; now: () => Date }

/**
 * Asks the platform for an attempt's state. A SALE without a record there is sent again under the same id while its
 * token is valid, and counts as declined once it can no longer charge.
 */
export async function getPaymentStatus(deps: Deps, order: Order, attempt: Attempt): Promise<StepOutcome> {
  const state = await deps.card.getPaymentStatus(keyOf(order, attempt))
  if (state.is !== 'absent' || attempt.state !== 'open') return factOf(attempt, state)
  if (deps.now().getTime() - attempt.openedAt.getTime() > TOKEN_LIFE_MS) return timedOut(attempt)
  const answer = await send(deps, order, attempt)
  // A platform that turns this SALE away because it is overloaded says nothing about the one sent before.
  return answer.is === 'turned_away' ? 'absent' : factOf(attempt, answer)
}

/** Sends the SALE of an attempt. Idempotent: the platform knows it by its id, and its token works once. */
export async function send(deps: Deps, order: Order, attempt: Attempt): ReturnType<CardRail['charge']> {
  const client = await buyerOf(deps, order)
  if (!client.payer) throw new Error(`Order ${order.id} was charged without payer details`)
  return deps.card.charge({
    ...keyOf(order, attempt),
    sessionId: attempt.sessionId,
    amount: order.quote.payin,
    payer: client.payer,
    payerIp: attempt.payerIp,
    description: `CID:${client.id}`,
    returnTo: attempt.returnTo,
  })
}

/** The fact about the order that follows from the platform's state of an attempt. */
export function factOf(attempt: Attempt, state: ChargeState): StepOutcome {
  const { number } = attempt
  switch (state.is) {
    case 'unknown':
    case 'absent':
      return state.is
    case 'challenged':
      return { is: 'challenged', number, transId: state.transId, challenge: state.challenge }
    case 'declined':
      return { is: 'declined', number, transId: state.transId, reason: state.reason }
    case 'held':
      if (state.returnRefused && attempt.state === 'returning') return { is: 'return_refused', number }
      return {
        is: state.captureRefused ? 'capture_refused' : 'held',
        number,
        transId: state.transId,
        amount: state.amount,
      }
    case 'settled':
      if (state.disputed && attempt.state === 'charged_back') {
        const { transId, disputed: amount } = state
        return { is: 'dispute_won', number, transId, amount, won: amount }
      }
      // The capture and its amount are recorded before a refused refund.
      if (state.returnRefused && attempt.state === 'returning' && attempt.settled)
        return { is: 'return_refused', number }
      return { is: 'settled', number, transId: state.transId, amount: state.amount }
    case 'returned':
      return { is: 'returned', number, transId: state.transId }
    case 'charged_back':
      return disputed(attempt, state)
  }
}

/** A dispute's fact: the charged-back amount while it still grows, and then the part of it won back. */
function disputed(attempt: Attempt, { transId, amount, won }: ChargeState & { is: 'charged_back' }): Fact {
  const { number, dispute } = attempt
  const isRecorded =
    attempt.state === 'charged_back' && (dispute?.charged ?? attempt.amount).units >= amount.units
  return won && isRecorded
    ? { is: 'dispute_won', number, transId, amount, won }
    : { is: 'charged_back', number, transId, amount, ...(won && { won }) }
}

/** The platform's key of an attempt. */
export function keyOf(order: Order, attempt: Attempt): ChargeKey {
  if (order.payerEmail === null) throw new Error(`Order ${order.id} was charged without a buyer`)
  const { platformOrderId, card } = attempt
  const transId = 'transId' in attempt ? attempt.transId : null
  return { platformOrderId, transId, email: order.payerEmail, card }
}

function timedOut({ number }: Attempt): Fact {
  return { is: 'declined', number, transId: null, reason: 'Timeout' }
}

async function buyerOf(deps: Pick<Deps, 'clients'>, order: Order): Promise<Client> {
  const client = order.clientId === null ? undefined : await deps.clients.find(order.clientId)
  if (!client) throw new Error(`Order ${order.id} has no client`)
  return client
}
