import { useEffect, useRef, useState } from 'react'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { isReturn } from '../isReturn.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import styles from './ChallengeStep.module.css'
import step from './Step.module.css'

const slowMs = 15_000

/** The bank's own page, in a frame of ours or in the whole window. Its end is read from the server, never from here. */
export function ChallengeStep() {
  const { view, host, writing, views } = useWidget()
  const { say } = writing
  const url = view.order?.attempt?.challenge_url ?? null
  const frame = useRef<HTMLIFrameElement>(null)
  const [src] = useState(url)
  const [slow, setSlow] = useState(false)
  const check = useAct(views.look)

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    const onMessage = (event: MessageEvent<unknown>) => {
      if (isReturn(event, frame.current?.contentWindow, window.location.origin)) views.refresh()
    }
    window.addEventListener('message', onMessage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
    }
  }, [views])
  return (
    <div className={step['form']}>
      <Heading>{say('challenge.title')}</Heading>
      <p className={step['intro']}>{say('challenge.text')}</p>
      {host.framed && src !== null && (
        <iframe
          ref={frame}
          className={styles['frame']}
          src={src}
          title={say('challenge.frame')}
          allow="publickey-credentials-get *; payment *"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
        />
      )}
      {!host.framed && url !== null && <LinkButton href={url}>{say('challenge.open')}</LinkButton>}
      <output className={step['note']}>
        {check.done ? say('challenge.still') : slow || !host.framed ? say('challenge.slow') : ''}
      </output>
      <FailureAlert failure={check.failure} />
      {(slow || !host.framed) && (
        <Button look="secondary" busy={check.busy} onPress={check.run}>
          {say('checkStatus')}
        </Button>
      )}
    </div>
  )
}
