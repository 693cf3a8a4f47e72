import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

test('a port is given to only one caller, although nothing listens on it yet', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, () => freePort(0)))
  expect(new Set(ports).size).toBe(ports.length)
})

test('a port reserved for another process stays reserved until this one ends', async () => {
  const port = await freePort(0)
  const other = createSocket('udp4')
  other.bind({ port, address: '127.0.0.1', exclusive: true })
  const [refused] = (await once(other, 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('EADDRINUSE')
})

test('the preferred port is given while it is free, and another while something listens on it', async () => {
  const port = await freePort(0)
  expect(await freePort(port)).toBe(port)
  const listener = createServer().listen(port, '127.0.0.1')
  await once(listener, 'listening')
  expect(await freePort(port)).not.toBe(port)
  listener.close()
})
