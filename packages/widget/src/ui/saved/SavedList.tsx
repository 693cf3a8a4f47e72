import type { ForgetRequest, Saved } from '@cambio/wire/widget/Saved.ts'
import type * as z from 'zod/mini'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { useReceiveSaved, useSaved } from '../../api/useSaved.ts'
import { forgetDeviceKey } from '../../device/keepDeviceKey.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { FailureAlert } from '../Notice.tsx'
import { PasskeyAct } from '../PasskeyAct.tsx'
import { nameOf } from './SavedCards.tsx'
import styles from './Saved.module.css'

/** The devices on which the buyer is not asked for a code, and their saved cards, each with a button that forgets it. */
export function SavedList({ saved }: { saved: Saved }) {
  const { call, session, view, views, writing } = useWidget()
  const { say } = writing
  const receive = useReceiveSaved()
  const { refresh } = useSaved()
  const forget = useAct(async (_signal, what: z.input<typeof ForgetRequest>, isThis = false) => {
    const left = await call(routes.forget, what)
    receive(left)
    if (!isThis) return
    forgetDeviceKey(view.partner.name)
    // Its sessions have ended there, so the buyer is asked for the code again.
    session.close()
    views.refresh()
  })
  return (
    <>
      <ul className={styles['list']}>
        {saved.devices.map(({ id, name, is_this, last_used_at }) => (
          <li key={id} className={styles['entry']}>
            <span>{name}</span>
            <Button
              look="small"
              name={`${say('saved.forget')} ${name}`}
              busy={forget.busy}
              onPress={() => forget.run({ device_id: id }, is_this)}
            >
              {say('saved.forget')}
            </Button>
            <span className={styles['about']}>{writing.time(new Date(last_used_at))}</span>
          </li>
        ))}
        {saved.cards.map((card) => (
          <li key={card.id} className={styles['entry']}>
            <span>{nameOf(card)}</span>
            <Button
              look="small"
              name={`${say('saved.forget')} ${nameOf(card)}`}
              busy={forget.busy}
              onPress={() => forget.run({ card_id: card.id })}
            >
              {say('saved.forget')}
            </Button>
          </li>
        ))}
      </ul>
      {!saved.devices.some(({ is_this }) => is_this) && <PasskeyAct act="create" onDone={refresh} />}
      <FailureAlert failure={forget.failure} onRetry={forget.reset} />
    </>
  )
}
