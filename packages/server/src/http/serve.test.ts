import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from './serve.ts'

const host = '127.0.0.1'

test('a port that is in use refuses the start and names the port and its variable', async () => {
  const first = await serve(() => new Response('first'), { host, port: 0 })
  const second = serve(() => new Response('second'), { host, port: first.port, variable: 'CARDS_PORT' })
  await expect(second).rejects.toMatchObject({
    name: 'StartRefused',
    message: `Port ${first.port} is in use by another program: stop that program, or set CARDS_PORT to a free port.`,
  })
  await first.close()
})

test('an address that the machine does not have refuses the start', async () => {
  const refused = serve(() => new Response(), { host: '192.0.2.1', port: 0 })
  await expect(refused).rejects.toThrow('192.0.2.1')
})

test('an idle connection is kept longer than the minute of proxies and clients', async () => {
  const serving = await serve(() => new Response('here'), { host, port: 0 })
  const { headers } = await fetch(`http://${host}:${serving.port}/`)
  expect(headers.get('keep-alive')).toBe('timeout=65')
  await serving.close()
})

test('close lets a running request finish, accepts no new one, and then waits for nothing', async () => {
  // The time limit after which everything is cut off never passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const serving = await serve(
    async () => {
      arrived.resolve()
      await gate.promise
      return new Response('done')
    },
    { host, port: 0 },
  )
  const address = `http://${host}:${serving.port}/`
  const inHand = fetch(address)
  await arrived.promise
  const closed = serving.close()
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  gate.resolve()
  expect(await (await inHand).text()).toBe('done')
  await closed
})

test('while it closes, an answer ends its connection, on which a busy caller would send the next request', async () => {
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const serving = await serve(
    async () => {
      arrived.resolve()
      await gate.promise
      return new Response('done')
    },
    { host, port: 0 },
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get(`http://${host}:${serving.port}/`, { agent }, (answer) => resolve(answer.resume())).on(
        'error',
        reject,
      ),
    )
  const inHand = ask()
  // Waits for the same connection, and is sent on it as soon as the first is answered.
  const next = ask()
  await arrived.promise
  const closed = serving.close()
  gate.resolve()
  expect((await inHand).headers.connection).toBe('close')
  await expect(next).rejects.toThrow('ECONNREFUSED')
  await closed
})
