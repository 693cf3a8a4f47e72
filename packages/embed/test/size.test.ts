import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'

const embed = `${import.meta.dirname}/..`

afterEach(() => vi.unstubAllEnvs())

test('the loader is one file of at most 3 KiB', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const config = { root: embed, configFile: `${embed}/vite.config.ts`, logLevel: 'error' } as const
  const built = await build({ ...config, build: { write: false } })
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const [script] = output
  expect(output.map(({ fileName }) => fileName)).toEqual(['loader.js'])
  const bytes = gzipSync(script?.type === 'chunk' ? script.code : '', { level: 9 }).length
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(3_072)
})
