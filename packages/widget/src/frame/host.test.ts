import { afterEach, describe, expect, test } from 'vitest'
import { acceptedInit, connectHost, type HostMessage } from './host.ts'

const shop = 'https://shop.example'
const parent = { postMessage: () => undefined }
const init = { channel: 'cambio-widget', kind: 'init', v: 1, locale: 'de' }
const opened: MessagePort[] = []

afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

function channel(): MessageChannel {
  const made = new MessageChannel()
  opened.push(made.port1, made.port2)
  return made
}

const honest = () => ({
  data: init as unknown,
  origin: shop,
  source: parent as unknown,
  ports: [channel().port1],
})
type Forged = Partial<ReturnType<typeof honest>>

const forgeries: readonly [string, () => Forged][] = [
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['an origin that begins like ours', () => ({ origin: `${shop}.evil.example` })],
  ['our origin with a path', () => ({ origin: `${shop}/` })],
  ['our origin on another scheme', () => ({ origin: 'http://shop.example' })],
  ['our origin on another port', () => ({ origin: `${shop}:8443` })],
  ['an opaque origin', () => ({ origin: 'null' })],
  ['a frame beside us', () => ({ source: { postMessage: () => undefined } })],
  ['nobody', () => ({ source: null })],
  ['no port', () => ({ ports: [] })],
  ['two ports', () => ({ ports: [channel().port1, channel().port1] })],
  ['another channel', () => ({ data: { ...init, channel: 'cambio-card-fields' } })],
  ['another kind', () => ({ data: { ...init, kind: 'hello' } })],
  ['a version that is no number', () => ({ data: { ...init, v: '1' } })],
  ['a locale that is too long', () => ({ data: { ...init, locale: 'x'.repeat(36) } })],
  ['an appearance we do not know', () => ({ data: { ...init, appearance: 'url(evil)' } })],
  ['a kind that every object has', () => ({ data: { ...init, kind: '__proto__' } })],
  ['a string', () => ({ data: JSON.stringify(init) })],
  ['null', () => ({ data: null })],
]

describe('an init', () => {
  test('an init is taken from the parent, an origin of the list and with one port', () => {
    expect(acceptedInit(honest(), parent, [shop])?.message).toEqual(init)
  })

  test.each(forgeries)('an init is not taken from %s', (_, forged) => {
    expect(acceptedInit({ ...honest(), ...forged() }, parent, [shop])).toBeNull()
  })

  test('an init is not taken when the list is empty', () => {
    expect(acceptedInit(honest(), parent, [])).toBeNull()
  })
})

/** As much of a window as the connection touches. */
class FakeWindow extends EventTarget {
  readonly parent: unknown
  readonly posted: [unknown, unknown][] = []

  constructor(framed: boolean) {
    super()
    this.parent = framed
      ? Object.assign(new EventTarget(), {
          postMessage: (...sent: [unknown, unknown]) => this.posted.push(sent),
        })
      : this
  }

  post(port: MessagePort, data: unknown = init, origin = shop): void {
    const event = Object.assign(new Event('message'), { data, origin, source: this.parent, ports: [port] })
    this.dispatchEvent(event)
  }
}

function connected(framed = true) {
  const window = new FakeWindow(framed)
  const messages: HostMessage[] = []
  const host = connectHost(window as unknown as Window)
  host.subscribe((message) => messages.push(message))
  return { window, host, messages }
}

const nextMessage = (port: MessagePort) =>
  new Promise<unknown>((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true })
    port.start()
  })

describe('a host', () => {
  test('a host is greeted with a hello that says nothing', () => {
    expect(connected().window.posted).toEqual([[{ channel: 'cambio-widget', kind: 'hello', v: 1 }, '*']])
  })

  test('a host that speaks before its origins are known is judged when they are', async () => {
    const { window, host, messages } = connected()
    const { port1, port2 } = channel()
    host.send({ kind: 'ready' })
    window.post(port1)
    expect(messages).toEqual([])
    host.trust([shop])
    expect(messages).toEqual([{ kind: 'init', init }])
    expect(await nextMessage(port2)).toEqual({ kind: 'ready' })
  })

  test('a host that is not on the list never receives a message', async () => {
    const { window, host, messages } = connected()
    const evil = channel()
    const good = channel()
    window.post(evil.port1, init, 'https://evil.example')
    host.trust([shop])
    host.send({ kind: 'ready' })
    window.post(good.port1)
    expect(await nextMessage(good.port2)).toEqual({ kind: 'ready' })
    expect(messages).toHaveLength(1)
    evil.port1.postMessage('end')
    expect(await nextMessage(evil.port2)).toBe('end')
  })

  test('a host that sends a second init changes nothing', () => {
    const { window, host, messages } = connected()
    host.trust([shop])
    window.post(channel().port1)
    window.post(channel().port1, { ...init, locale: 'fr' })
    expect(messages).toEqual([{ kind: 'init', init }])
  })

  test('a host that sent two before its origins were known is taken by the first', () => {
    const { window, host, messages } = connected()
    window.post(channel().port1)
    window.post(channel().port1, { ...init, locale: 'fr' })
    host.trust([shop])
    expect(messages).toEqual([{ kind: 'init', init }])
  })

  test('a host is not there when the widget stands alone', () => {
    const { window, host } = connected(false)
    host.send({ kind: 'ready' })
    expect(host.framed).toBe(false)
    expect(window.posted).toEqual([])
  })
})
