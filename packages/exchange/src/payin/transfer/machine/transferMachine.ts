import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { transferData } from './transferData.ts'
import { isTransferFact, type TransferFact, type TransferPayin } from './TransferPayin.ts'
import { transferOwed, transferWayBack } from './transferReturns.ts'
import { transferInstructed, transferStep } from './transferStep.ts'
import { transferSummary } from './transferSummary.ts'
import { transferWaits } from './transferWaits.ts'

/** Money that a buyer sends by bank transfer, of which the bank's statements tell. */
export const transferMachine: PayinMachine<TransferPayin, TransferFact> = {
  isPricedOnReceipt: true,
  isConfirmedByCode: false,
  opened: () => ({ is: 'transfer', transfers: [] }),
  placed: () => [],
  isFact: isTransferFact,
  step: transferStep,
  instructed: transferInstructed,
  lossesReopened: () => null,
  summary: transferSummary,
  waits: transferWaits,
  owed: transferOwed,
  wayBack: transferWayBack,
  sources: ({ transfers }) =>
    transfers.flatMap(({ state, payer: { iban } }) =>
      iban === null ? [] : [{ kind: 'iban', text: iban, isReceived: state === 'received' }],
    ),
  data: transferData,
}
