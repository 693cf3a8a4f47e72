import type { FromFrame } from '@cambio/wire/widget/CardFrame.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { connectCardFrame, type CardFrame } from '../frame/cardFrame.ts'
import { frameTheme } from '../frame/frameTheme.ts'
import { useWidget } from '../Widget.ts'
import styles from './CardFields.module.css'

const slowMs = 10_000

/** The card platform's fields in their frame. This page learns that a card is complete, never its number. */
export function CardFields({
  fields,
  tellsTrouble,
  submitRef,
  onEntered,
  onDone,
  onFailed,
  onSlow,
}: {
  fields: { session_id: string; url: string }
  /** Whether the frame reports that the service cannot be reached, which nothing else shows then. */
  tellsTrouble: boolean
  submitRef: RefObject<(() => void) | null>
  onEntered: () => void
  onDone: () => void
  onFailed: (code: Extract<FromFrame, { kind: 'failed' }>['code']) => void
  onSlow: (slow: boolean) => void
}) {
  const { writing } = useWidget()
  const iframe = useRef<HTMLIFrameElement>(null)
  const frame = useRef<CardFrame | null>(null)
  const [height, setHeight] = useState<number | null>(null)
  const receive = useEffectEvent((message: FromFrame) => {
    if (message.kind === 'resize') setHeight(message.height)
    if (message.kind === 'entered') onEntered()
    if (message.kind === 'done') onDone()
    if (message.kind === 'failed') onFailed(message.code)
  })
  const slow = useEffectEvent(onSlow)

  useEffect(() => {
    const timer = setTimeout(() => slow(true), slowMs)
    const connected = connectCardFrame(window, {
      frame: () => iframe.current?.contentWindow ?? null,
      ...fields,
      init: () => ({ locale: document.documentElement.lang, theme: frameTheme() }),
      onOpen: () => {
        clearTimeout(timer)
        slow(false)
      },
      onMessage: (message) => receive(message),
    })
    frame.current = connected
    submitRef.current = () => connected.send({ kind: 'submit' })
    return () => {
      clearTimeout(timer)
      submitRef.current = null
      connected.close()
    }
  }, [fields, submitRef])
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const changed = () => frame.current?.send({ kind: 'theme', theme: frameTheme() })
    dark.addEventListener('change', changed)
    const observer = new MutationObserver(changed)
    observer.observe(document.documentElement, { attributeFilter: ['data-appearance', 'data-theme'] })
    return () => {
      dark.removeEventListener('change', changed)
      observer.disconnect()
    }
  }, [])
  useEffect(() => frame.current?.send({ kind: 'locale', locale: writing.tag }), [writing.tag])

  return (
    <iframe
      ref={iframe}
      className={styles['frame']}
      src={fields.url}
      title={writing.say('card.frame')}
      allow="payment"
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="strict-origin"
      data-open={height !== null}
      data-tells-trouble={tellsTrouble}
      height={height ?? undefined}
    />
  )
}
