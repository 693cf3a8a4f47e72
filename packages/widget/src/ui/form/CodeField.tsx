import { latinDigits } from '@cambio/wire/latinDigits.ts'
import { TextField } from './Field.tsx'

const DIGITS = 6

/**
 * A field for a six-digit code that was sent, which a phone may offer to fill in. Only digits can be typed, of any
 * script.
 */
export function CodeField({
  label,
  value,
  onChange,
  onEntered,
  hint,
  error,
}: {
  label: string
  value: string
  onChange: (code: string) => void
  /**
   * Called besides, where nothing is asked below the code, when it is complete by a digit typed, by an input method or
   * by pasting. A code that a program inserts at once is left to Continue.
   */
  onEntered?: (code: string) => void
  hint?: string
  error: string | null
}) {
  return (
    <div
      onInput={({ nativeEvent, target }) => {
        const isTyped =
          nativeEvent instanceof InputEvent && (nativeEvent.isComposing || nativeEvent.data?.length === 1)
        const code = target instanceof HTMLInputElement ? digitsOf(target.value) : ''
        if (isTyped && code.length === DIGITS) onEntered?.(code)
      }}
      onPaste={(event) => {
        const code = latinDigits(event.clipboardData.getData('text')).replace(/\s/g, '')
        if (!onEntered || !/^\d{6}$/.test(code)) return
        event.preventDefault()
        onChange(code)
        onEntered(code)
      }}
    >
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="one-time-code"
        spaced
        value={value}
        onChange={(text) => onChange(digitsOf(text))}
        hint={hint}
        error={error}
      />
    </div>
  )
}

const digitsOf = (text: string) => latinDigits(text).replace(/\D/g, '').slice(0, DIGITS)
