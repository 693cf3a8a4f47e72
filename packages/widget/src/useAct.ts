import { useRef, useState } from 'react'
import { failureOf, type Failure } from './Failure.ts'

type Stand = { readonly busy: boolean; readonly failure: Failure | null; readonly done: boolean }

/** An act of the buyer: how it stands, and how to start it. It runs once at a time, however often it is pressed. */
export type Act<Input extends readonly unknown[]> = Stand & {
  readonly run: (...input: Input) => void
  /** Forgets how the last one ended. */
  readonly reset: () => void
}

const idle: Stand = { busy: false, failure: null, done: false }

export function useAct<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Act<Input> {
  const [stand, setStand] = useState(idle)
  const running = useRef(false)
  const run = (...input: Input) => {
    if (running.current) return
    running.current = true
    setStand({ ...idle, busy: true })
    const end = (next: Stand) => {
      running.current = false
      setStand(next)
    }
    act(...input).then(
      () => end({ ...idle, done: true }),
      (thrown: unknown) => end({ ...idle, failure: failureOf(thrown) }),
    )
  }
  return { ...stand, run, reset: () => setStand(idle) }
}
