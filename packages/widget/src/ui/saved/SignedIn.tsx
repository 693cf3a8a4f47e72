import { useState } from 'react'
import { useSaved } from '../../api/useSaved.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { SavedList } from './SavedList.tsx'
import styles from './Saved.module.css'

/** As whom the buyer is signed in, and the way to what is saved of them. */
export function SignedIn() {
  const { view, writing } = useWidget()
  const { saved } = useSaved()
  const [isOpen, setOpen] = useState(false)
  if (view.buyer === null || saved === undefined) return null
  return (
    <div className={styles['group']}>
      <span className={styles['about']}>{view.buyer.email}</span>
      <Button look="quiet" onPress={() => setOpen(!isOpen)}>
        {writing.say('saved.open')}
      </Button>
      {isOpen && <SavedList saved={saved} />}
    </div>
  )
}
