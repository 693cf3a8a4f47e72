import { describe, expect, test } from 'vitest'
import type { FromWidget } from '@cambio/wire/Frame.ts'
import { connect } from './connect.ts'

const origin = 'https://exchange.example'
const hello = { channel: 'cambio-widget', kind: 'hello', v: 1 }

/** A page with as many frames as a test wants; each frame keeps what it is sent. */
function page() {
  const target = new EventTarget()
  const listeners = new Set<unknown>()
  const window = {
    addEventListener: (...input: Parameters<EventTarget['addEventListener']>) => {
      listeners.add(input[1])
      target.addEventListener(...input)
    },
    removeEventListener: (...input: Parameters<EventTarget['removeEventListener']>) => {
      listeners.delete(input[1])
      target.removeEventListener(...input)
    },
  }
  const frame = () => {
    const sent: { message: unknown; origin: string; port: MessagePort }[] = []
    const contentWindow = {
      postMessage: (message: unknown, origin: string, [port]: [MessagePort]) =>
        sent.push({ message, origin, port }),
    }
    const heard: FromWidget[] = []
    let opened = 0
    const connection = connect(
      window,
      { contentWindow: contentWindow as unknown as Window },
      { origin, locale: 'de', appearance: 'dark', modal: true },
      {
        onOpen: () => {
          opened += 1
        },
        onMessage: (message) => heard.push(message),
      },
    )
    const say = (data: unknown = hello, from = origin) =>
      target.dispatchEvent(Object.assign(new Event('message'), { data, origin: from, source: contentWindow }))
    return { sent, heard, connection, say, opened: () => opened }
  }
  return { frame, listeners }
}

const speak = ({ sent: [init] }: { sent: { port: MessagePort }[] }, message: unknown) => {
  const port = init?.port
  port?.postMessage(message)
}

const nextMessage = (port: MessagePort) =>
  new Promise<unknown>((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true })
    port.start()
  })

describe('a connection', () => {
  test('answers its frame’s hello with an init for its origin alone, and a port', () => {
    const { sent, say, connection } = page().frame()
    say()
    expect(sent).toMatchObject([
      {
        origin,
        message: {
          channel: 'cambio-widget',
          kind: 'init',
          v: 1,
          locale: 'de',
          appearance: 'dark',
          modal: true,
        },
      },
    ])
    connection.end()
  })

  test('answers once, whoever says hello again', () => {
    const { sent, say, opened, connection } = page().frame()
    say()
    say()
    expect(sent).toHaveLength(1)
    expect(opened()).toBe(1)
    connection.end()
  })

  test('answers anew once its frame was reloaded, whether the hello or the load is heard first', () => {
    const { sent, say, connection } = page().frame()
    say()
    connection.loaded()
    say()
    expect(sent).toHaveLength(2)
    say()
    expect(sent).toHaveLength(2)
    connection.loaded()
    expect(sent).toHaveLength(3)
    connection.setLocale('fr')
    connection.loaded()
    say()
    expect(sent[3]?.message).toMatchObject({ locale: 'fr' })
    connection.end()
  })

  test('does not answer another origin in its frame, and still answers its own afterwards', () => {
    const { sent, say, connection } = page().frame()
    say(hello, `${origin}.evil.example`)
    expect(sent).toEqual([])
    expect(connection.open()).toBe(false)
    say()
    expect(sent).toHaveLength(1)
    connection.end()
  })

  test('carries what the page asked for before the widget was there', () => {
    const { sent, say, connection } = page().frame()
    connection.setAppearance('light')
    connection.setLocale('fr')
    say()
    expect(sent[0]?.message).toMatchObject({ appearance: 'light', locale: 'fr' })
    connection.end()
  })

  test('of one widget hears nothing of another', async () => {
    const { frame } = page()
    const one = frame()
    const two = frame()
    one.say()
    two.say()
    speak(two, { kind: 'step', step: 'card' })
    speak(two, { kind: 'nonsense' })
    speak(one, { kind: 'close' })
    await expect
      .poll(() => [one.heard, two.heard])
      .toEqual([[{ kind: 'close' }], [{ kind: 'step', step: 'card' }]])
    one.connection.setLocale('fr')
    const port = one.sent[0]?.port
    expect(port && (await nextMessage(port))).toEqual({ kind: 'locale', locale: 'fr' })
    one.connection.end()
    two.connection.end()
  })

  test('that ended leaves no listener, before its hello or after', () => {
    const { frame, listeners } = page()
    const silent = frame()
    const open = frame()
    expect(listeners.size).toBe(2)
    open.say()
    silent.connection.end()
    open.connection.end()
    expect(listeners.size).toBe(0)
    silent.say()
    expect(silent.sent).toEqual([])
  })
})
