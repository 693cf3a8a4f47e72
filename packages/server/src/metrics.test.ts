import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('every program of a process reports the metrics of the process as its own', async () => {
  const [one, other] = [createMetrics({ program: 'one' }), createMetrics({ program: 'other' })]
  for (const [metrics, program] of [
    [one, 'one'],
    [other, 'other'],
  ] as const) {
    const { body } = await metrics.exposition()
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(body).toMatch(new RegExp(`^${name}\\{program="${program}"\\} \\d`, 'm'))
    expect(body).not.toContain('nodejs_active_handles_total')
  }
})

test('a count is reported by the program that counted', async () => {
  const [one, other] = [createMetrics({ program: 'one' }), createMetrics({ program: 'other' })]
  one.count('sales', 'Sales.')
  expect((await one.exposition()).body).toContain('sales{program="one"} 1')
  expect((await other.exposition()).body).not.toContain('sales')
})

test('a gauge that cannot be read is omitted, and a measured zero is not', async () => {
  const metrics = createMetrics({ program: 'one' })
  let isAway = false
  const readOne = async (labels: Readonly<Record<string, string>>) => {
    if (isAway) throw new Error('away')
    return [{ labels, value: 0 }]
  }
  metrics.gauge('age_seconds', 'Age.', [], () => readOne({}))
  metrics.gauge('coins', 'Coins.', ['currency'], () => readOne({ currency: 'ETH' }))
  const measured = (await metrics.exposition()).body
  expect(measured).toContain('age_seconds{program="one"} 0')
  expect(measured).toContain('coins{currency="ETH",program="one"} 0')
  isAway = true
  const { body } = await metrics.exposition()
  expect(body).not.toMatch(/^(age_seconds|coins)\{/m)
  expect(body).toContain('process_resident_memory_bytes')
})

test('a process is watched once, however many programs it has', () => {
  createMetrics({ program: 'first' })
  let watches = 0
  const hook = createHook({ init: (_, type) => void (watches += type === 'ELDHISTOGRAM' ? 1 : 0) })
  hook.enable()
  createMetrics({ program: 'second' })
  hook.disable()
  expect(watches).toBe(0)
})
