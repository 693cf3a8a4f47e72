import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as OtherWays from '../steps/otherWays.ts'
import { useWidget } from '../Widget.ts'
import { Outline } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { otherWays } from './otherWays.ts'

/** Draws what only some purchases need, once it is loaded. */
export function OtherWay({ children }: { children: (parts: typeof OtherWays) => ReactNode }) {
  const { writing } = useWidget()
  const { data, isError, refetch } = useQuery(otherWays)
  if (isError) return <NotLoaded again={async () => (await refetch()).isSuccess} />
  return data ? children(data) : <Outline writing={writing} />
}
