import { useState } from 'react'
import { useSaved } from '../../api/useSaved.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { SavedList } from './SavedList.tsx'
import styles from './Saved.module.css'

/** As whom the buyer is signed in, and the way to what is saved of them. */
export function SignedIn() {
  const { view, writing } = useWidget()
  const { saved, refresh } = useSaved()
  const [isOpen, setOpen] = useState(false)
  if (view.buyer === null || saved === undefined) return null
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen) refresh()
  }
  return (
    <div className={styles['group']}>
      <span className={styles['about']}>{view.buyer.email}</span>
      <Button look="quiet" onPress={toggle}>
        {writing.say('saved.open')}
      </Button>
      {isOpen && <SavedList saved={saved} />}
    </div>
  )
}
