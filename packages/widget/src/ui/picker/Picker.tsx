import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import { laterSteps } from '../../parts/laterSteps.ts'
import { NotLoaded } from '../../parts/NotLoaded.tsx'
import { Chevron } from '../Chevron.tsx'
import type { PickerOption } from './PickerOption.ts'
import styles from './Picker.module.css'

/**
 * A button that shows the choice and opens a dialog to change it. Its accessible name is its label, and the choice is
 * read after it. The dialog is loaded with the later steps.
 */
export function Picker({
  name,
  value,
  options,
  onChoose,
  look = 'pill',
  placeholder = '',
  field,
  onOpen,
}: {
  name: string
  value: string
  options: readonly PickerOption[]
  onChoose: (value: string) => void
  look?: 'pill' | 'row' | 'field'
  placeholder?: ReactNode
  /** Called when it is pressed. What it has then to fetch may come later: the list opens with its options. */
  onOpen?: () => void
  /** In a form: the field that it fills, and what describes it there. */
  field?: { readonly name: string; readonly describedBy: string; readonly isWrong: boolean }
}) {
  const [isOpen, setOpen] = useState(false)
  const { data, isError, refetch } = useQuery({ ...laterSteps, enabled: isOpen })
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <span className={styles['picker']} data-look={look} data-wrong={field?.isWrong ?? false}>
        <button
          ref={button}
          type="button"
          className={styles['button']}
          name={field?.name}
          aria-label={name}
          aria-describedby={[id, field?.describedBy].filter(Boolean).join(' ')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={({ detail }) => {
            // What follows a key may be typed already.
            if (detail === 0) setOpen(true)
            else afterPaint(() => setOpen(true))
            onOpen?.()
          }}
        />
        <span className={styles['value']} data-empty={!chosen} aria-hidden="true">
          {chosen?.mark}
          <span id={id}>{chosen?.shown ?? chosen?.name ?? placeholder}</span>
        </span>
        <Chevron className={styles['chevron']} />
      </span>
      {isOpen && data && options.length > 0 && (
        <data.PickerDialog
          name={name}
          value={value}
          options={options}
          opener={button}
          onChoose={onChoose}
          onClose={close}
        />
      )}
      {isOpen && isError && <NotLoaded again={async () => (await refetch()).isSuccess} />}
    </>
  )
}

/** Does something as soon as a press is on the screen: a list takes a slow phone a moment to draw. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
