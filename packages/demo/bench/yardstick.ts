import { systemClock } from '@cambio/server/Clock.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { clientIpOf, door, type DoorEnv } from '@cambio/server/http/door.ts'
import { memoryLimiter } from '@cambio/server/http/limits.ts'
import { serve } from '@cambio/server/http/serve.ts'
import type { Log } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { Hono } from 'hono'

const limit = { name: 'public', points: 20, windowSeconds: 1 }

/**
 * Listens with what a route is measured against: one that reads its body and does nothing, behind the door that the
 * programs have, and the same without a door. In the process of the route itself, so that nothing but the route
 * differs: neither the heap, nor the log, nor what the compiler has seen.
 */
export async function startYardstick(log: Log): Promise<{ door: number; bare: number }> {
  const behindDoor = new Hono<DoorEnv>()
  behindDoor.use(
    door(
      { random: systemRandom, log, metrics: createMetrics({ program: 'yardstick' }) },
      {
        trustedProxies: [],
        url: 'http://yardstick.test',
        refuse: (c, refusal) => c.json({ refusal }, 413),
        limit: {
          limiter: memoryLimiter({ clock: systemClock }, { limit, factor: 1_000_000 }),
          key: (c) => networkOf(clientIpOf(c)),
        },
      },
    ),
  )
  behindDoor.post('/', async (c) => {
    await c.req.text()
    return c.json({})
  })
  behindDoor.get('/', (c) => c.json({}))
  const bare = new Hono()
  bare.post('/', async (c) => {
    await c.req.text()
    return c.json({})
  })
  return {
    door: (await serve(behindDoor.fetch, { host: '127.0.0.1', port: 0 })).port,
    bare: (await serve(bare.fetch, { host: '127.0.0.1', port: 0 })).port,
  }
}
