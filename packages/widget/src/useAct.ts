import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureOf, type Failure } from './Failure.ts'

/** An act of the buyer: how it stands, and how to start it. It runs once at a time, however often it is pressed. */
export type Act<Input extends readonly unknown[], Answer> = {
  readonly busy: boolean
  readonly failure: Failure | null
  readonly done: boolean
  /** What the last one answered; undefined while there is none. */
  readonly answer: Answer | undefined
  readonly run: (...input: Input) => void
  /** Forgets how the last one ended. */
  readonly reset: () => void
}

export function useAct<Input extends readonly unknown[], Answer>(
  act: (...input: Input) => Promise<Answer>,
): Act<Input, Answer> {
  // The screen learns a moment late that an act began, so a second press may come before.
  const running = useRef(false)
  const { isPending, isSuccess, error, data, mutate, reset } = useMutation({
    mutationFn: (input: Input) => act(...input),
    onSettled: () => {
      running.current = false
    },
  })
  return {
    busy: isPending,
    failure: error && failureOf(error),
    done: isSuccess,
    answer: data,
    run: (...input) => {
      if (running.current) return
      running.current = true
      mutate(input)
    },
    reset,
  }
}
