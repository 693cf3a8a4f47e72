import { useSyncExternalStore, type ReactNode } from 'react'
import { useBrowserBack } from './frame/useBrowserBack.ts'
import { stages } from './steps.ts'
import { Card } from './ui/Card.tsx'
import { LegalFooter } from './ui/LegalFooter.tsx'
import { useWidget } from './Widget.ts'
import styles from './Shell.module.css'
import card from './ui/Card.module.css'

/** The frame around every step: the Back button, the progress, the banners. */
export function Shell({ children }: { children: ReactNode }) {
  const { view, step, writing, go } = useWidget()
  const { say } = writing
  const { logo, name } = view.partner
  const back = useBrowserBack(view, step, go)
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  return (
    <Card>
      <header className={styles['header']}>
        <Progress />
        {back !== null && (
          <button type="button" className={styles['back']} aria-label={say('back')} onClick={back}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m12 4-6 6 6 6" />
            </svg>
          </button>
        )}
        <span className={styles['partner']}>{logo ? <img src={logo} alt={name} /> : name}</span>
        {view.mode === 'sandbox' && (
          <p className={styles['test']}>
            <strong>{say('testMode')}</strong> <span>{say('testMode.text')}</span>
          </p>
        )}
      </header>
      <output className={styles['offline']}>{online ? '' : say('offline')}</output>
      {children}
      <LegalFooter />
    </Card>
  )
}

function Progress() {
  const { view, step, writing } = useWidget()
  const steps = stages(view)
  const now = steps.indexOf(step)
  if (now < 0 || steps.length < 2) return null
  return (
    <p className={styles['progress']}>
      <span className={card['hidden']}>
        {writing.say('progress', { step: String(now + 1), steps: String(steps.length) })}
      </span>
      {steps.map((name, index) => (
        <span key={name} className={styles['mark']} data-done={index <= now} aria-hidden="true" />
      ))}
    </p>
  )
}

function onConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
