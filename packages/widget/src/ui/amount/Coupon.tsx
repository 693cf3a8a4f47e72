import { useId, useRef, useState } from 'react'
import { useWidget } from '../../Widget.ts'
import styles from './PayRows.module.css'

/** A coupon field, behind a button. */
export function Coupon() {
  const { writing, choice, choose } = useWidget()
  const { say } = writing
  const [isOpen, setOpen] = useState(choice.coupon !== '')
  const isPressed = useRef(false)
  const id = useId()
  const open = () => {
    isPressed.current = true
    setOpen(true)
  }
  if (!isOpen)
    return (
      <button type="button" className={styles['add']} onClick={open}>
        {say('amount.addCoupon')}
      </button>
    )
  return (
    <div className={styles['coupon']}>
      <label className={styles['label']} htmlFor={id}>
        {say('amount.coupon')}
      </label>
      <input
        ref={(field) => {
          if (isPressed.current) field?.focus()
          isPressed.current = false
        }}
        id={id}
        className={styles['control']}
        value={choice.coupon}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        spellCheck={false}
        onChange={(event) => choose({ ...choice, coupon: event.target.value.trim() })}
      />
    </div>
  )
}
