import { useQuery } from '@tanstack/react-query'
import type * as later from '../steps/later.ts'
import { useWidget } from '../Widget.ts'
import { laterSteps } from './laterSteps.ts'
import { Outline } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'

type Step = Exclude<
  keyof typeof later,
  'ClosingQuestion' | 'FeeLines' | 'followWhileSeen' | 'PickerDialog' | 'PriceMove'
>

/** A step that is loaded later, shown once it and its words are loaded. */
export function LaterStep({ step }: { step: Step }) {
  const { writing } = useWidget()
  const { data, isError, refetch } = useQuery(laterSteps)
  if (isError) return <NotLoaded again={async () => (await refetch()).isSuccess} />
  if (!data || !writing.whole) return <Outline writing={writing} />
  const Screen = data[step]
  return <Screen />
}
