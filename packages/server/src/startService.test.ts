import { expect, test } from 'vitest'
import { serve } from './http/serve.ts'
import { startService } from './startService.ts'

const host = '127.0.0.1'

/** A store and work that record what happens to them. */
function parts() {
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  const work = {
    start: () => void steps.push('work started'),
    stop: step('work stopped'),
    tick: async () => 0,
  }
  return { steps, work, store: { close: step('store closed'), isWritable: async () => true } }
}

test('a program listens before it is built, and reports until then that it is not ready', async () => {
  const { steps, work, store } = parts()
  const early: (string | number | null)[] = []
  const service = await startService(store, {
    host,
    port: 0,
    async build(port) {
      const { status, headers } = await fetch(`http://${host}:${port}/`)
      early.push(status, headers.get('retry-after'))
      return { fetch: () => new Response('ready'), work }
    },
  })
  expect(early).toEqual([503, '1'])
  expect(await (await fetch(`http://${host}:${service.port}/`)).text()).toBe('ready')
  await service.close()
  expect(steps).toEqual(['work started', 'work stopped', 'store closed'])
})

test('a program that cannot be built leaves neither its port nor its store open', async () => {
  const { steps, store } = parts()
  let port = 0
  const starting = startService(store, {
    host,
    port,
    build(own) {
      port = own
      return Promise.reject(new Error('no key'))
    },
  })
  await expect(starting).rejects.toThrow('no key')
  expect(steps).toEqual(['store closed'])
  await (await serve(() => new Response(), { host, port })).close()
})

test('a program whose port is taken leaves its store closed', async () => {
  const { steps, work, store } = parts()
  const other = await serve(() => new Response(), { host, port: 0 })
  const build = () => Promise.resolve({ fetch: () => new Response(), work })
  await expect(startService(store, { host, port: other.port, build })).rejects.toThrow('is in use')
  expect(steps).toEqual(['store closed'])
  await other.close()
})
