import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWidget } from '../Widget.ts'
import { laterSteps } from './laterSteps.ts'

/**
 * Handles Escape and the page's request to close the widget: at once, or after a confirmation while a payment is under
 * way. The question disappears when that payment ends.
 */
export function Closing({ underWay }: { underWay: boolean }) {
  const { host } = useWidget()
  const [asking, setAsking] = useState(false)
  if (asking && !underWay) setAsking(false)

  useEffect(() => {
    const requestClose = () => (underWay ? setAsking(true) : host.send({ kind: 'close' }))
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !host.closable()) return
      // Otherwise the browser would close the question with the same key press that opened it.
      event.preventDefault()
      requestClose()
    }
    window.addEventListener('keydown', onKey)
    const stop = host.subscribe((message) => {
      if (message.kind === 'close') requestClose()
    })
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [host, underWay])

  const { data } = useQuery({ ...laterSteps, enabled: asking })
  return asking && data && <data.ClosingQuestion onStay={() => setAsking(false)} />
}
