import { useState } from 'react'
import { useSaved } from '../../api/useSaved.ts'
import { hasDeviceKey } from '../../device/deviceKey.ts'
import { OtherWay } from '../../parts/OtherWay.tsx'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { PasskeyAct } from '../PasskeyAct.tsx'
import styles from './Saved.module.css'

/** The signed-in buyer, with a link to what is saved of them or, where nothing is, to adding a passkey. */
export function SignedIn() {
  const { view, writing } = useWidget()
  const { saved, refresh } = useSaved()
  const [isOpen, setOpen] = useState(false)
  if (view.buyer === null || saved === undefined) return null
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen) refresh()
  }
  // A device that was remembered a moment ago is not in the list yet.
  const isAnything =
    isOpen || saved.devices.length > 0 || saved.cards.length > 0 || hasDeviceKey(view.partner.name)
  return (
    <div className={styles['group']}>
      <span className={styles['about']}>{view.buyer.email}</span>
      {isAnything ? (
        <Button look="quiet" isOpen={isOpen} onPress={toggle}>
          {writing.say('saved.open')}
        </Button>
      ) : (
        <PasskeyAct act="create" onDone={refresh} />
      )}
      {isOpen && <OtherWay>{({ SavedList }) => <SavedList saved={saved} />}</OtherWay>}
    </div>
  )
}
