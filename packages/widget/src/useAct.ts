import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { failureOf, type Failure } from './api/Failure.ts'

/** An act of the buyer: its state, and how to start it. It runs once at a time, however often it is pressed. */
export type Act<Input extends readonly unknown[], Answer> = {
  readonly busy: boolean
  readonly failure: Failure | null
  readonly done: boolean
  /** The answer of the last one; undefined while there is none. */
  readonly answer: Answer | undefined
  readonly run: (...input: Input) => void
  /** Cancels the one that is under way, and forgets the result of the last one. */
  readonly reset: () => void
}

/**
 * An act is canceled once the buyer has left its screen: a late answer must not move them on.
 * @param act stops when its signal is aborted
 * @param about what the act is about: when that changes, the act is canceled, and its result no longer counts
 */
export function useAct<Input extends readonly unknown[], Answer>(
  act: (signal: AbortSignal, ...input: Input) => Promise<Answer>,
  about?: unknown,
): Act<Input, Answer> {
  // The screen learns a moment late that an act began, so a second press may arrive before.
  const running = useRef<AbortController | null>(null)
  const {
    isPending,
    isSuccess,
    error,
    data,
    variables,
    mutate,
    reset: forget,
  } = useMutation({
    mutationFn: ({ signal, input }: Run<Input>) => act(signal, ...input),
    onSettled: (_answer, _error, { signal }) => {
      if (running.current?.signal === signal) running.current = null
    },
  })
  const reset = useCallback(() => {
    running.current?.abort()
    running.current = null
    forget()
  }, [forget])
  const isPresent = variables === undefined || variables.about === about
  useEffect(() => {
    if (!isPresent) reset()
  }, [isPresent, reset])
  useEffect(() => reset, [reset])
  return {
    busy: isPresent && isPending,
    failure: isPresent && error ? failureOf(error) : null,
    done: isPresent && isSuccess,
    answer: isPresent ? data : undefined,
    run: (...input) => {
      if (running.current) return
      running.current = new AbortController()
      mutate({ signal: running.current.signal, about, input })
    },
    reset,
  }
}

type Run<Input> = { readonly signal: AbortSignal; readonly about: unknown; readonly input: Input }
