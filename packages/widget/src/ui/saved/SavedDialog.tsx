import { widget as routes } from '@cambio/wire/routes/widget.ts'
import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { useEffect, useRef } from 'react'
import { useSaved } from '../../api/useSaved.ts'
import { forgetDeviceKey } from '../../device/keepDeviceKey.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { FailureAlert } from '../Notice.tsx'
import dialog from '../Dialog.module.css'
import styles from './Saved.module.css'

/** The devices on which the buyer is not asked for a code, each with a button that forgets it. */
export function SavedDialog({ saved, onClose }: { saved: Saved; onClose: () => void }) {
  const { call, session, view, views, writing } = useWidget()
  const { say } = writing
  const { receive } = useSaved()
  const frame = useRef<HTMLDialogElement>(null)
  useEffect(() => frame.current?.showModal(), [])
  const forget = useAct(async (_signal, device_id: string, isThis: boolean) => {
    const left = await call(routes.forget, { device_id })
    receive(left)
    if (!isThis) return
    forgetDeviceKey(view.partner.name)
    // Its sessions have ended there, so the buyer is asked for the code again.
    session.close()
    views.refresh()
  })
  return (
    <dialog
      ref={frame}
      className={dialog['dialog']}
      aria-labelledby="saved-title"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="saved-title" className={dialog['title']}>
        {say('saved.open')}
      </h2>
      <ul className={styles['list']}>
        {saved.devices.map(({ id, name, is_this, last_used_at }) => (
          <li key={id} className={styles['entry']}>
            <span>{name}</span>
            <Button
              look="small"
              name={`${say('saved.forget')} ${name}`}
              busy={forget.busy}
              onPress={() => forget.run(id, is_this)}
            >
              {say('saved.forget')}
            </Button>
            <span className={styles['about']}>{writing.time(new Date(last_used_at))}</span>
          </li>
        ))}
      </ul>
      <FailureAlert failure={forget.failure} onRetry={forget.reset} />
      <Button look="secondary" onPress={() => frame.current?.close()}>
        {say('picker.close')}
      </Button>
    </dialog>
  )
}
