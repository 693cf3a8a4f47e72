import type { PayinMachine } from '../../machine/PayinMachine.ts'
import type { PayinWait } from '../../machine/PayinSummary.ts'
import { transferData } from './transferData.ts'
import { isTransferFact, type TransferFact, type TransferPayin } from './TransferPayin.ts'
import { transferOwed, transferRefund } from './transferReturns.ts'
import { transferInstructed, transferStep } from './transferStep.ts'
import { transferSummary } from './transferSummary.ts'

/** Money that a buyer sends by bank transfer, as the bank's statements report it. */
export const transferMachine: PayinMachine<TransferPayin, TransferFact> = {
  opened: () => ({ is: 'transfer', transfers: [] }),
  placed: () => [],
  isFact: isTransferFact,
  step: transferStep,
  instructed: transferInstructed,
  lossesReopened: () => null,
  summary: transferSummary,
  waits: transferWaits,
  owed: transferOwed,
  refund: transferRefund,
  sources: ({ transfers }) =>
    transfers.flatMap(({ state, payer: { iban } }) =>
      iban === null ? [] : [{ kind: 'iban', text: iban, isReceived: state === 'received' }],
    ),
  data: transferData,
}

/** Waits between the steps of a refund, which is ordered from the bank once; a statement reports that it left. */
const handingOverMs = [0, 60_000, 600_000, 3_600_000] as const

/**
 * What a pay-in by bank transfer waits for: its refunds.
 * @param mayReturn false while the order is stopped
 */
function transferWaits({ transfers }: TransferPayin, mayReturn: boolean): PayinWait[] {
  if (!mayReturn) return []
  return transfers
    .filter(({ state }) => state === 'returning')
    .map(({ number }) => ({ verb: 'refund', number, waitsMs: handingOverMs }))
}
