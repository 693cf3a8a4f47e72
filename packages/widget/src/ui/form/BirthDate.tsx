import { useId, useState } from 'react'
import { dateOrder, typedDate, wireDate, type DatePart } from '../../payer/birthDate.ts'
import { useWidget } from '../../Widget.ts'
import styles from './BirthDate.module.css'
import field from './Field.module.css'

const autoComplete = { day: 'bday-day', month: 'bday-month', year: 'bday-year' } as const

/** A birth date in three fields, in the order of the reader's language. Browsers fill them in. */
export function BirthDate({
  name,
  value,
  error,
  onChange,
}: {
  name: string
  value: string
  error: string | null
  onChange: (date: string) => void
}) {
  const { say, tag } = useWidget().writing
  const [typed, setTyped] = useState(() => typedDate(value))
  const id = useId()
  const order = dateOrder(tag)
  const type = (part: DatePart, text: string) => {
    const next = { ...typed, [part]: text }
    setTyped(next)
    onChange(wireDate(next))
  }
  return (
    <fieldset className={styles['date']} aria-describedby={`${id}-error`}>
      <legend className={field['label']}>{say('payer.birthDate')}</legend>
      <div className={styles['parts']}>
        {order.map((part, index) => (
          <label key={part} className={styles['part']} data-part={part}>
            <span className={styles['label']}>{say(`payer.${part}`)}</span>
            <input
              className={field['control']}
              name={index === 0 ? name : `${name}_${part}`}
              inputMode="numeric"
              enterKeyHint="next"
              autoComplete={autoComplete[part]}
              maxLength={part === 'year' ? 4 : 2}
              value={typed[part]}
              aria-invalid={error !== null}
              aria-describedby={`${id}-error`}
              onChange={(event) => type(part, event.target.value)}
            />
          </label>
        ))}
      </div>
      <span className={field['error']} id={`${id}-error`} aria-live="polite">
        {error}
      </span>
    </fieldset>
  )
}
