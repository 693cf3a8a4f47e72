import { charge, decide, dispute } from './steps/cardSteps.ts'
import { nameWallet, pay } from './steps/depositSteps.ts'
import { enterCode } from './steps/enterCode.ts'
import { approve, cancel, refund, returnOwed } from './steps/operatorSteps.ts'
import { place } from './steps/place.ts'
import type { Step } from './steps/Step.ts'
import { transfer } from './steps/transfer.ts'

/** Everything that can happen in a life. */
export const orderSteps: Readonly<Record<string, Step>> = {
  place,
  charge,
  decide,
  dispute,
  pay,
  nameWallet,
  transfer,
  enterCode,
  cancel,
  refund,
  returnOwed,
  approve,
}
