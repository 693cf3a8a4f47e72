import type { OperationOutcome } from '../acquirers/Acquirer.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import { acquirerNamed, type Platform } from '../Platform.ts'
import { findOperation, wakeRefunds, type Operation } from '../store/operations.ts'
import type { Fact } from '../transaction/Fact.ts'
import { recordOn } from '../transaction/record.ts'

/** The outcome of an operation is unknown: it stays open and is repeated under the same id. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Carries out an operation at the acquirer and records its outcome. It may be called from several places and repeatedly:
 * the operation's id makes the acquirer do it once, and an operation that has ended is not touched.
 * @returns the operation after that
 * @throws OutcomeUnknown
 */
export async function operate(platform: Platform, operationId: string): Promise<Operation> {
  for (;;) {
    const operation = await findOperation(platform.query, operationId)
    if (operation === undefined) throw new Error('A due operation is gone.')
    if (operation.state !== 'open') return operation
    if (operation.waitsForEarlierRefund)
      throw new OutcomeUnknown('An earlier refund of the same payment has not ended.')
    const started = await start(platform, operation)
    if (started === undefined) continue
    const outcome = await askAcquirer(platform, operation)
    if (outcome.is === 'unknown')
      throw new OutcomeUnknown('The acquirer did not say how the operation ended.')
    return end(platform, operationId, outcome)
  }
}

/**
 * A capture first claims the hold, so that nothing else reverses it meanwhile. The other kinds claimed it when they
 * were accepted.
 */
async function start(platform: Platform, operation: Operation) {
  const { kind, transaction, id, units } = operation
  if (kind !== 'capture') return transaction
  return recordOn(platform, transaction, { is: 'capture_started', operationId: id, units })
}

async function askAcquirer(
  platform: Platform,
  { id, kind, units, transaction }: Operation,
): Promise<OperationOutcome> {
  const acquirer = acquirerNamed(platform, transaction.acquirer)
  const payment = acquirerPaymentOf(transaction)
  const { reference } = payment
  if (reference === null) throw new Error(`Operation ${id} has no reference at the acquirer.`)
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
    if (operation === undefined) throw new Error('An operation in progress is gone.')
    if (operation.state !== 'open') {
      if (operation.kind === 'refund') await wakeNextRefund(platform, operation)
      return operation
    }
    const after = await recordOn(platform, operation.transaction, factOf(operation, outcome))
    if (after === operation.transaction)
      throw new Error(`Operation ${operationId} ended on a transaction that has none.`)
  }
}

/** Refunds of a payment are sent one at a time, because an acquirer without operation ids could not tell two apart. */
async function wakeNextRefund({ query, clock }: Platform, { transaction }: Operation): Promise<void> {
  await wakeRefunds(query, transaction.id, clock.now())
}

type Ended = Exclude<OperationOutcome, { is: 'unknown' }>

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
