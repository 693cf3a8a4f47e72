import type { FromWidget } from '@cambio/wire/widget/Frame.ts'
import { describe, expect, test } from 'vitest'
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
    const received: FromWidget[] = []
    let opened = 0
    const connection = connect(
      window,
      { contentWindow: contentWindow as unknown as Window },
      origin,
      { locale: 'de', appearance: 'dark', modal: true },
      () => {
        opened += 1
      },
      (message) => received.push(message),
    )
    const post = (data: unknown = hello, from = origin) =>
      target.dispatchEvent(Object.assign(new Event('message'), { data, origin: from, source: contentWindow }))
    return { sent, received, connection, post, opened: () => opened }
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
  test('a connection answers its frame’s hello with an init for its origin alone, and a port', () => {
    const { sent, post, connection } = page().frame()
    post()
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

  test('a connection answers once, however often hello is said', () => {
    const { sent, post, opened, connection } = page().frame()
    post()
    post()
    expect(sent).toHaveLength(1)
    expect(opened()).toBe(1)
    connection.end()
  })

  test('a connection answers anew once its frame was reloaded, whichever of hello and load is first', () => {
    const { sent, post, connection } = page().frame()
    post()
    connection.loaded()
    post()
    expect(sent).toHaveLength(2)
    post()
    expect(sent).toHaveLength(2)
    connection.loaded()
    expect(sent).toHaveLength(3)
    connection.show({ kind: 'locale', locale: 'fr' })
    connection.loaded()
    post()
    expect(sent[3]?.message).toMatchObject({ locale: 'fr' })
    connection.end()
  })

  test('a connection does not answer another origin in its frame, and still answers its own afterwards', () => {
    const { sent, post, connection } = page().frame()
    post(hello, `${origin}.evil.example`)
    expect(sent).toEqual([])
    expect(connection.open()).toBe(false)
    post()
    expect(sent).toHaveLength(1)
    connection.end()
  })

  test('a connection carries what the page asked for before the widget was there', () => {
    const { sent, post, connection } = page().frame()
    connection.show({ kind: 'appearance', appearance: 'light' })
    connection.show({ kind: 'locale', locale: 'fr' })
    post()
    expect(sent[0]?.message).toMatchObject({ appearance: 'light', locale: 'fr' })
    connection.end()
  })

  test('a connection of one widget receives nothing of another', async () => {
    const { frame } = page()
    const one = frame()
    const two = frame()
    one.post()
    two.post()
    speak(two, { kind: 'step', step: 'card' })
    speak(two, { kind: 'nonsense' })
    speak(one, { kind: 'close' })
    await expect
      .poll(() => [one.received, two.received])
      .toEqual([[{ kind: 'close' }], [{ kind: 'step', step: 'card' }]])
    one.connection.show({ kind: 'locale', locale: 'fr' })
    const port = one.sent[0]?.port
    expect(port && (await nextMessage(port))).toEqual({ kind: 'locale', locale: 'fr' })
    one.connection.end()
    two.connection.end()
  })

  test('a connection that ended leaves no listener, before its hello or after', () => {
    const { frame, listeners } = page()
    const silent = frame()
    const open = frame()
    expect(listeners.size).toBe(2)
    open.post()
    silent.connection.end()
    open.connection.end()
    expect(listeners.size).toBe(0)
    silent.post()
    expect(silent.sent).toEqual([])
  })
})
