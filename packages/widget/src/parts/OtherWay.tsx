import { sayer } from '@cambio/wire/language/sayer.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type * as OtherWays from '../steps/otherWays.ts'
import type { Say } from '../text.ts'
import { useWidget, WidgetContext } from '../Widget.ts'
import { Outline } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { otherWays } from './otherWays.ts'

type Parts = typeof OtherWays

/** Draws what only some purchases need, once it is loaded. */
export function OtherWay({ children }: { children: (parts: Parts) => ReactNode }) {
  const { writing } = useWidget()
  const { data, isError, refetch } = useQuery(otherWays)
  if (isError) return <NotLoaded again={async () => (await refetch()).isSuccess} />
  if (!data) return <Outline writing={writing} />
  return <WithWords words={data.words}>{children(data)}</WithWords>
}

/** What these screens say in English comes with them; any other language has it among its own words. */
function WithWords({ words, children }: { words: Parts['words']; children: ReactNode }) {
  const widget = useWidget()
  const told = useMemo(() => {
    const { writing } = widget
    const english = sayer('en', words)
    const say: Say = (key, ...values) => writing.say(key, ...values) || english(key, values[0])
    return { ...widget, writing: { ...writing, say } }
  }, [widget, words])
  return <WidgetContext value={told}>{children}</WidgetContext>
}
