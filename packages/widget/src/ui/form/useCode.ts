import { useEffect, useEffectEvent, useState } from 'react'

/** Anyone who presses Continue by habit does so within this time after the last digit, milliseconds. */
const HABIT_MS = 500

/** A code in its field, and the last one that was entered in full. */
export function useCode() {
  const [value, change] = useState('')
  const [entered, enter] = useState('')
  return { value, change, entered, enter, isEntered: entered !== '' && entered === value }
}

/**
 * Sends an entered code by itself, each once. It is used below the act that sends it: a change of the code ends the one
 * before first.
 */
export function useSendsItself(entered: string, send: (code: string) => void): void {
  const sendEntered = useEffectEvent(() => send(entered))
  useEffect(() => {
    if (entered !== '') sendEntered()
  }, [entered])
}

/**
 * The answer to a code that sent itself, no sooner than a press of Continue by habit, which must find the act under way:
 * on the next screen it would press something else, and after a refusal it would use up another try.
 */
export async function afterHabit<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const habit = new Promise((resolve) => setTimeout(resolve, HABIT_MS))
  await Promise.allSettled([answer, habit])
  return answer
}
