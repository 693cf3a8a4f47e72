import { useId, type ChangeEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'
import { Picker } from '../picker/Picker.tsx'
import type { PickerOption } from '../picker/PickerOption.ts'
import styles from './Field.module.css'

type Common = {
  label: string
  /** A note beside the label, outside the accessible name. */
  aside?: string
  value: string
  onChange: (value: string) => void
  /** Called when the buyer has left the field. */
  onLeave?: () => void
  name: string
  hint?: ReactNode
  error?: string | null
  autoComplete?: HTMLInputAutoCompleteAttribute
}

/** A labelled text field. Its hint and its error are read with it, and the error is read aloud when it appears. */
export function TextField({
  type = 'text',
  inputMode,
  maxLength,
  spaced = false,
  autoCapitalize = 'off',
  enterKeyHint = 'next',
  before,
  ...field
}: Common & {
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel'
  maxLength?: number
  /** Which letters a phone's keyboard capitalises by itself. */
  autoCapitalize?: 'off' | 'words' | 'characters'
  /** The label of the enter key on a phone's keyboard: `go` in a form's last field. */
  enterKeyHint?: 'next' | 'go'
  /** Wide digits, for a code. */
  spaced?: boolean
  /** A button on the same line. */
  before?: ReactNode
}) {
  const id = useId()
  const input = (
    <input
      {...described(id, field)}
      onBlur={field.onLeave}
      className={`${styles['control']} ${spaced ? styles['code'] : ''}`}
      type={type}
      inputMode={inputMode}
      maxLength={maxLength}
      spellCheck={false}
      autoCapitalize={autoCapitalize}
      enterKeyHint={enterKeyHint}
    />
  )
  return (
    <Frame {...field} id={id}>
      {before ? (
        <div className={styles['line']}>
          {before}
          {input}
        </div>
      ) : (
        input
      )}
    </Frame>
  )
}

/** A labelled choice from a list that can be searched. */
export function PickedField({
  options,
  placeholder,
  ...field
}: Common & { options: readonly PickerOption[]; placeholder: string }) {
  const id = useId()
  const { label, name, value, error, onChange } = field
  return (
    <Frame {...field} id={id}>
      <Picker
        name={label}
        look="field"
        value={value}
        options={options}
        placeholder={placeholder}
        onChoose={onChange}
        field={{ name, describedBy: `${id}-error`, isWrong: Boolean(error) }}
      />
    </Frame>
  )
}

function Frame({
  id,
  label,
  aside,
  hint,
  error,
  children,
}: Pick<Common, 'label' | 'aside' | 'hint' | 'error'> & { id: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <span>
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
        {aside && <span className={styles['optional']}> ({aside})</span>}
      </span>
      {children}
      <span className={styles['error']} id={`${id}-error`} aria-live="polite">
        {error}
      </span>
      {hint && (
        <span className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

function described(id: string, { value, onChange, name, hint, error, autoComplete }: Common) {
  return {
    id,
    name,
    value,
    autoComplete: autoComplete ?? 'off',
    'aria-invalid': Boolean(error),
    'aria-describedby': `${id}-error${hint ? ` ${id}-hint` : ''}`,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
  }
}
