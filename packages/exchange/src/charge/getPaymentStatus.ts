import type { Client } from '../client/Client.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Attempt } from '../payin/card/CardPayin.ts'
import type { CardRail, ChargeKey, ChargeState } from '../payin/card/CardRail.ts'
import type { ClientStore } from '../client/ClientStore.ts'

/**
 * How long a form's token can still be taken, with a margin for clocks, milliseconds. Until then a SALE that the
 * platform never heard of may still arrive there; after it, it cannot charge any more.
 */
const TOKEN_LIFE_MS = 11 * 60 * 1_000

/** What an answer comes to: a fact, that there was none to build on, or that nobody there has heard of it. */
export type Learned = Fact | 'unknown' | 'absent'

type Deps = { card: CardRail; clients: Pick<ClientStore, 'find'>; now: () => Date }

/**
 * Asks the platform what became of an attempt. A SALE it never heard of is sent again under the same id while its
 * token lives, and counts as declined once it cannot charge any more.
 */
export async function getPaymentStatus(deps: Deps, order: Order, attempt: Attempt): Promise<Learned> {
  const state = await deps.card.getPaymentStatus(keyOf(order, attempt))
  if (state.is !== 'absent' || attempt.state !== 'open') return factOf(attempt, state)
  if (deps.now().getTime() - attempt.openedAt.getTime() > TOKEN_LIFE_MS) return lapsed(attempt)
  const sent = await send(deps, order, attempt)
  // A platform that has no time now says nothing of the SALE that was sent before.
  return sent.is === 'turned_away' ? 'absent' : factOf(attempt, sent)
}

/** Sends the SALE of an attempt. Twice is once: the platform knows it by its id, and its token works once. */
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

/** What the platform's word on an attempt means for the order. */
export function factOf(attempt: Attempt, state: ChargeState): Learned {
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
      // That it was taken, and how much, comes before that it would not be given back.
      if (state.returnRefused && attempt.state === 'returning' && attempt.settled)
        return { is: 'return_refused', number }
      return { is: 'settled', number, transId: state.transId, amount: state.amount }
    case 'returned':
      return { is: 'returned', number, transId: state.transId }
    case 'charged_back':
      return disputed(attempt, state)
  }
}

/** What was taken back is news as long as that grows; after that it is what was won of it. */
function disputed(attempt: Attempt, { transId, amount, won }: ChargeState & { is: 'charged_back' }): Fact {
  const { number, dispute } = attempt
  const isRecorded =
    attempt.state === 'charged_back' && (dispute?.charged ?? attempt.amount).units >= amount.units
  return won && isRecorded
    ? { is: 'dispute_won', number, transId, amount, won }
    : { is: 'charged_back', number, transId, amount, ...(won && { won }) }
}

/** How the platform knows an attempt. */
export function keyOf(order: Order, attempt: Attempt): ChargeKey {
  if (order.email === null) throw new Error(`Order ${order.id} was charged without a buyer`)
  const { platformOrderId, card } = attempt
  const transId = 'transId' in attempt ? attempt.transId : null
  return { platformOrderId, transId, email: order.email, card }
}

function lapsed({ number }: Attempt): Fact {
  return { is: 'declined', number, transId: null, reason: 'Timeout' }
}

async function buyerOf(deps: Pick<Deps, 'clients'>, order: Order): Promise<Client> {
  const client = order.clientId === null ? undefined : await deps.clients.find(order.clientId)
  if (!client) throw new Error(`Order ${order.id} has no client`)
  return client
}
