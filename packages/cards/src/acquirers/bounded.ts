import type { Log } from '@cambio/server/log.ts'
import type {
  Acquirer,
  AcquirerNotice,
  Authorisation,
  Move,
  MoveOutcome,
  NoticeReading,
  Outcome,
  Payments,
  Question,
  TakenBack,
} from './Acquirer.ts'
import type { AcquirerPayment } from './AcquirerPayment.ts'

/** An acquirer as the platform calls it: every call ends, and none throws. */
export type BoundedAcquirer = {
  readonly name: string
  readonly absentForMs: number
  authorise(request: Authorisation): Promise<Outcome>
  getPaymentStatus(request: Question): Promise<Outcome | { readonly is: 'absent' | 'waiting' }>
  capture(move: Move): Promise<MoveOutcome>
  reverse(move: Move): Promise<MoveOutcome>
  refund(move: Move): Promise<MoveOutcome>
  takenBack(payment: AcquirerPayment): Promise<TakenBack | { readonly is: 'unknown' }>
  /** Undefined where it sends none. What fails at the database is thrown. */
  readonly readNotice: ((notice: AcquirerNotice, payments: Payments) => Promise<NoticeReading>) | undefined
}

const ABSENT_FOR_MS = 5 * 60_000

const NOTHING_TAKEN_BACK: TakenBack = { is: 'known', units: 0n, reason: '', bankDate: '' }

/**
 * An acquirer whose calls end: one that takes longer than its time, or fails in a way its adapter did not foresee, has
 * an unknown outcome.
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
    authorise: (request) =>
      within('authorise', request.transactionId, (signal) => acquirer.authorise(request, signal)),
    getPaymentStatus: (request) =>
      within('getPaymentStatus', request.transactionId, (signal) =>
        acquirer.getPaymentStatus(request, signal),
      ),
    capture: (move) => within('capture', move.transactionId, (signal) => acquirer.capture(move, signal)),
    reverse: (move) => within('reverse', move.transactionId, (signal) => acquirer.reverse(move, signal)),
    refund: (move) => within('refund', move.transactionId, (signal) => acquirer.refund(move, signal)),
    takenBack: (payment) =>
      within('takenBack', payment.transactionId, async (signal) =>
        acquirer.takenBack === undefined ? NOTHING_TAKEN_BACK : acquirer.takenBack(payment, signal),
      ),
    readNotice:
      readNotice && ((notice, payments) => readNotice(notice, payments, AbortSignal.timeout(timeoutMs))),
  }
}
