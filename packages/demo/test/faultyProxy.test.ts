import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openFaultyProxy } from './FaultyProxy.ts'

test('a faulty proxy counts how long its own connections rest, not the program’s', async () => {
  const program = createServer({ keepAliveTimeout: 65_000 }, (_, outgoing) => outgoing.end('OK'))
  program.listen(0, 'localhost')
  await once(program, 'listening')
  const proxy = await openFaultyProxy(() => undefined)
  proxy.target = (program.address() as AddressInfo).port
  const answer = await fetch(proxy.url)
  expect(await answer.text()).toBe('OK')
  expect(answer.headers.get('keep-alive')).toBe('timeout=5')
  await proxy.close()
  program.close()
})
