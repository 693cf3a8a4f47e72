import { useEffect, useEffectEvent, useState } from 'react'
import type { Failure } from '../../api/Failure.ts'
import { useAct } from '../../useAct.ts'

/** Anyone who presses Continue by habit does so within this time after the last digit, milliseconds. */
const HABIT_MS = 500

/** A six-digit code in its field, and how it was answered. */
export type Code = {
  readonly value: string
  readonly change: (value: string) => void
  /** Takes a complete code, which sends itself. */
  readonly enter: (code: string) => void
  /** Whether this was sent, and is no code. */
  readonly isUnreadable: boolean
  readonly failure: Failure | null
  readonly busy: boolean
  /** Whether the code on its way was sent by itself; a press of Continue then does nothing. */
  readonly isByItself: boolean
  readonly submit: () => void
  /** Forgets the answer, and leaves the code. */
  readonly forget: () => void
  readonly clear: () => void
}

/** Hands an answer on, at the time when the buyer may see what follows from it. */
type InTime = <Answer>(answer: Promise<Answer>) => Promise<Answer>

/**
 * A code that is sent by Continue or, once it was entered in full, by itself, each once. Another code ends the check of
 * the one before.
 */
export function useCode(check: (digits: string, inTime: InTime) => Promise<void>): Code {
  const [value, change] = useState('')
  const [entered, enter] = useState('')
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const checking = useAct(
    (_signal, digits: string, isByItself: boolean) => check(digits, isByItself ? afterHabit : atOnce),
    value,
  )
  const submit = () => {
    if (/^\d{6}$/.test(value)) checking.run(value, false)
    else setUnreadable(value)
  }
  const sendEntered = useEffectEvent(() => checking.run(entered, true))
  // Below the act: a change of the code ends the one before first.
  useEffect(() => {
    if (entered !== '') sendEntered()
  }, [entered])
  return {
    value,
    change,
    enter,
    isUnreadable: unreadable === value,
    failure: checking.failure,
    busy: checking.busy,
    isByItself: checking.busy && entered === value,
    submit,
    forget: checking.reset,
    clear: () => {
      change('')
      setUnreadable(null)
    },
  }
}

const atOnce: InTime = (answer) => answer

/**
 * The answer to a code that sent itself, no sooner than a press of Continue by habit, which must find the act under way:
 * on the next screen it would press something else, and after a refusal it would use up another try.
 */
const afterHabit: InTime = async (answer) => {
  const habit = new Promise((resolve) => setTimeout(resolve, HABIT_MS))
  await Promise.allSettled([answer, habit])
  return answer
}
