import type { MoveOutcome } from '../acquirers/Acquirer.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import { acquirerNamed, type Platform } from '../Platform.ts'
import { findOperation, wakeRefunds, type Operation } from '../store/operations.ts'
import type { Fact } from '../transaction/Fact.ts'
import { recordOn } from '../transaction/record.ts'

/** An operation whose end is not known: the row is left to be worked again, under the same id. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Does an operation at the acquirer and records how it ended. Whoever calls it, and however often: the acquirer knows
 * the operation by its id, and an operation that has ended is left alone.
 * @returns the operation as it stands afterwards
 * @throws OutcomeUnknown
 */
export async function operate(platform: Platform, operationId: string): Promise<Operation> {
  for (;;) {
    const operation = await findOperation(platform.query, operationId)
    if (operation === undefined) throw new Error('An operation that was due is gone.')
    if (operation.state !== 'open') return operation
    if (operation.isBehind) throw new OutcomeUnknown('An earlier refund of the same payment has not ended.')
    const started = await start(platform, operation)
    if (started === undefined) continue
    const outcome = await move(platform, operation)
    if (outcome.is === 'unknown') throw new OutcomeUnknown('The acquirer did not say how it ended.')
    return end(platform, operationId, outcome)
  }
}

/** A capture first claims the hold, so that nobody gives it back meanwhile; everything else has claimed it already. */
async function start(platform: Platform, operation: Operation) {
  const { kind, transaction, id, units } = operation
  if (kind !== 'capture') return transaction
  return recordOn(platform, transaction, { is: 'capture_started', operationId: id, units })
}

async function move(platform: Platform, { id, kind, units, transaction }: Operation): Promise<MoveOutcome> {
  const acquirer = acquirerNamed(platform, transaction.acquirer)
  const payment = acquirerPaymentOf(transaction)
  const { reference } = payment
  if (reference === null) throw new Error(`Operation ${id} has nothing to refer to at the acquirer.`)
  const request = {
    ...payment,
    operationId: id,
    reference,
    money: { units, currency: transaction.money.currency },
  }
  switch (kind) {
    case 'capture':
      return acquirer.capture(request)
    case 'refund':
      return acquirer.refund(request)
    case 'reversal':
    case 'release':
      return acquirer.reverse(request)
  }
}

async function end(platform: Platform, operationId: string, outcome: Ended): Promise<Operation> {
  for (;;) {
    const operation = await findOperation(platform.query, operationId)
    if (operation === undefined) throw new Error('An operation that was under way is gone.')
    if (operation.state !== 'open') {
      if (operation.kind === 'refund') await wakeNext(platform, operation)
      return operation
    }
    const after = await recordOn(platform, operation.transaction, factOf(operation, outcome))
    if (after === operation.transaction) throw new Error(`Operation ${operationId} ended where none could.`)
  }
}

/** Refunds of a payment go one at a time: an acquirer that knows no ids of ours could not tell two of them apart. */
async function wakeNext({ query, clock }: Platform, { transaction }: Operation): Promise<void> {
  await wakeRefunds(query, transaction.id, clock.now())
}

type Ended = Exclude<MoveOutcome, { is: 'unknown' }>

function factOf({ id, kind, units }: Operation, outcome: Ended): Fact {
  const done = outcome.is === 'done'
  switch (kind) {
    case 'capture':
      return done
        ? { is: 'captured', operationId: id, units }
        : { is: 'capture_declined', operationId: id, units, reason: outcome.reason }
    case 'refund':
      return done
        ? { is: 'refunded', operationId: id, units }
        : { is: 'refund_declined', operationId: id, units, reason: outcome.reason }
    case 'reversal':
      return done
        ? { is: 'reversed', operationId: id }
        : { is: 'reversal_declined', operationId: id, reason: outcome.reason }
    case 'release':
      return done
        ? { is: 'released', operationId: id }
        : { is: 'release_declined', operationId: id, reason: outcome.reason }
  }
}
