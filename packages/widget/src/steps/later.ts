import * as z from 'zod/mini'

export { DeviceSignIn as device } from '../device/DeviceSignIn.tsx'
export { ClosingQuestion } from '../parts/ClosingQuestion.tsx'
export { FeeLines } from '../ui/amount/FeeLines.tsx'
export { PickerDialog } from '../ui/picker/PickerDialog.tsx'
export { AddressStep as address } from './AddressStep.tsx'
export { CardStep as card } from './CardStep.tsx'
export { ChallengeStep as challenge } from './ChallengeStep.tsx'
export { ExpiredStep as expired } from './ExpiredStep.tsx'
export { WithdrawStep as withdraw } from './WithdrawStep.tsx'
export { StatusStep as status } from './StatusStep.tsx'
export { YouStep as you } from './YouStep.tsx'

// The page's policy forbids evaluation, so the schemas must not try to compile themselves.
z.config({ jitless: true })
