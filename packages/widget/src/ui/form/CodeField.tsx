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
  error,
}: {
  label: string
  value: string
  onChange: (code: string) => void
  error: string | null
}) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      enterKeyHint="go"
      autoComplete="one-time-code"
      spaced
      value={value}
      onChange={(text) => onChange(latinDigits(text).replace(/\D/g, '').slice(0, DIGITS))}
      error={error}
    />
  )
}
