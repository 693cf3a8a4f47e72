import type { ChallengePlace } from '@cambio/wire/widget/framing.ts'
import { useState, type MouseEvent } from 'react'
import { bankInWindow } from '../frame/bankInWindow.ts'
import { challengePlace } from '../frame/challengePlace.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/order/OrderBar.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { BankFrame } from './BankFrame.tsx'
import step from './Step.module.css'

/** Where the bank's page is: `missing` means a frame that does not show it, `opened` means a tab that is open. */
type Place = ChallengePlace | 'missing' | 'opened'

/**
 * The bank's own page: in a frame of ours, in a tab of its own where it refuses to be framed, or in the whole window.
 * Its result is read from the server, never from here.
 */
export function ChallengeStep() {
  const { view, host, session, writing, views } = useWidget()
  const { say } = writing
  const url = view.order?.attempt?.challenge_url ?? null
  const [src] = useState(url)
  const wanted = challengePlace({ host, view }, window.location.href)
  const [place, setPlace] = useState<Place>(wanted)
  const [slow, setSlow] = useState(false)
  const check = useAct(views.look)
  const toBank = (event: MouseEvent) => {
    if (url === null) return
    event.preventDefault()
    window.open(bankInWindow(url, { host, session }), '_top')
  }
  const waiting = slow || place !== 'frame'
  return (
    <div className={step['form']}>
      <OrderBar />
      <Heading>{say('challenge.title')}</Heading>
      <p className={step['intro']}>{say('challenge.text')}</p>
      {src !== null && place === 'frame' && (
        <BankFrame src={src} onMissing={() => setPlace('missing')} onSlow={() => setSlow(true)} />
      )}
      <output className={step['said']}>
        {place === 'opened' && say('challenge.inTab')}
        {place === 'missing' && say('challenge.missing')}
      </output>
      {url !== null &&
        (wanted !== 'top' ? (
          <LinkButton
            href={`${url}?tab`}
            opens="beside"
            look={place === 'missing' || place === 'tab' ? 'primary' : 'secondary'}
            onPress={() => setPlace('opened')}
          >
            {say('challenge.newTab')}
          </LinkButton>
        ) : (
          <LinkButton href={url} onPress={toBank}>
            {say('challenge.open')}
          </LinkButton>
        ))}
      <output className={step['note']}>
        {check.done ? say('challenge.still') : waiting ? say('challenge.slow') : ''}
      </output>
      <FailureAlert failure={check.failure} />
      {waiting && (
        <Button look="secondary" busy={check.busy} onPress={check.run}>
          {say('checkStatus')}
        </Button>
      )}
    </div>
  )
}
