import type { Log } from '@cambio/server/log.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import type {
  Acquirer,
  AcquirerNotice,
  Authorisation,
  OperationRequest,
  OperationOutcome,
  NoticeReading,
  Outcome,
  Payments,
  Question,
  Chargebacks,
} from './Acquirer.ts'
import type { AcquirerPayment } from './AcquirerPayment.ts'

/** An acquirer as the platform calls it: every call ends in time and none throws. */
export type BoundedAcquirer = {
  readonly name: string
  readonly absentForMs: number
  readonly takesFromWallets: readonly MeansOfPayment['is'][]
  authorise(request: Authorisation): Promise<Outcome>
  getPaymentStatus(request: Question): Promise<Outcome | { readonly is: 'absent' | 'waiting' }>
  capture(request: OperationRequest): Promise<OperationOutcome>
  reverse(request: OperationRequest): Promise<OperationOutcome>
  refund(request: OperationRequest): Promise<OperationOutcome>
  getChargebacks(payment: AcquirerPayment): Promise<Chargebacks | { readonly is: 'unknown' }>
  /** Undefined for an acquirer without webhooks. @throws when the database fails */
  readonly readNotice: ((notice: AcquirerNotice, payments: Payments) => Promise<NoticeReading>) | undefined
}

const ABSENT_FOR_MS = 5 * 60_000

const NO_CHARGEBACKS: Chargebacks = { is: 'known', units: 0n, reason: '', bankDate: '' }

/**
 * Gives each call of an acquirer a time limit. A call that exceeds it, or fails in a way that the adapter did not expect,
 * has an unknown outcome.
 */
export function bounded(
  acquirer: Acquirer,
  { log, timeoutMs }: { log: Log; timeoutMs: number },
): BoundedAcquirer {
  const within = async <Answer>(
    step: string,
    transId: string,
    call: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | { readonly is: 'unknown' }> => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMs)
    const late = new Promise<{ readonly is: 'unknown' }>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve({ is: 'unknown' }), { once: true })
    })
    try {
      return await Promise.race([call(stop.signal), late])
    } catch (error) {
      log.error('The acquirer could not be asked', { acquirer: acquirer.name, step, transId, error })
      return { is: 'unknown' }
    } finally {
      clearTimeout(timer)
    }
  }
  const readNotice = acquirer.readNotice?.bind(acquirer)
  return {
    name: acquirer.name,
    absentForMs: acquirer.absentForMs ?? ABSENT_FOR_MS,
    takesFromWallets: acquirer.acceptsFromWallets ?? [],
    authorise: (request) =>
      within('authorise', request.transactionId, (signal) => acquirer.authorise(request, signal)),
    getPaymentStatus: (request) =>
      within('getPaymentStatus', request.transactionId, (signal) =>
        acquirer.getPaymentStatus(request, signal),
      ),
    capture: (request) =>
      within('capture', request.transactionId, (signal) => acquirer.capture(request, signal)),
    reverse: (request) =>
      within('reverse', request.transactionId, (signal) => acquirer.reverse(request, signal)),
    refund: (request) =>
      within('refund', request.transactionId, (signal) => acquirer.refund(request, signal)),
    getChargebacks: (payment) =>
      within('getChargebacks', payment.transactionId, async (signal) =>
        acquirer.getChargebacks === undefined ? NO_CHARGEBACKS : acquirer.getChargebacks(payment, signal),
      ),
    readNotice:
      readNotice && ((notice, payments) => readNotice(notice, payments, AbortSignal.timeout(timeoutMs))),
  }
}
