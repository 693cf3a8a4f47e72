import { cancel } from './steps/cancel.ts'
import { charge, decide } from './steps/cardSteps.ts'
import { nameWallet, pay } from './steps/depositSteps.ts'
import { enterCode } from './steps/enterCode.ts'
import { place } from './steps/place.ts'
import type { Step } from './steps/Step.ts'
import { transfer } from './steps/transfer.ts'

/** Everything that can happen in a life. */
export const orderSteps: Readonly<Record<string, Step>> = {
  place,
  charge,
  decide,
  pay,
  nameWallet,
  transfer,
  enterCode,
  cancel,
}
