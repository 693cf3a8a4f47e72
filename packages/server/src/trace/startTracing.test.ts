import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTracing } from './startTracing.ts'
import { inSpan, isTracing } from './tracing.ts'

test('a program whose collector does not answer ends its traces within a moment', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const end = await startTracing('exchange', {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER_ARG: 1,
  })
  await inSpan({ name: 'call', kind: 'server' }, async () => {})
  const began = performance.now()
  await end()
  // By default the exporter would wait ten seconds for an answer.
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(isTracing()).toBe(false)
})
