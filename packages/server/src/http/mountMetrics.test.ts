import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics.ts'
import type { DoorEnv } from './door.ts'
import { mountMetrics } from './mountMetrics.ts'

const app = new Hono<DoorEnv>()
mountMetrics(app, createMetrics({ program: 'test' }), (c) => c.text('nothing', 404), ['192.0.2.0/24'])

function from(peer: string, headers: Record<string, string> = {}) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  return app.request('/metrics', { headers }, { incoming: new IncomingMessage(socket) })
}

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.0.2.9', 200],
  ['::ffff:192.0.2.9', 200],
  ['198.51.100.1', 404],
  ['2001:db8::1', 404],
])('metrics for %s are answered with %i', async (peer, status) => {
  expect((await from(peer)).status).toBe(status)
})

test('a proxy that may read metrics may not forward them', async () => {
  expect((await from('192.0.2.9', { 'X-Forwarded-For': '198.51.100.1' })).status).toBe(404)
})
