import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'packages/*/test/**/*.test.{ts,tsx}'],
    // Many tests wait for a process or a clock: one worker a core keeps a small machine busy.
    maxWorkers: '100%',
    // Concurrent tests are those that wait, most of them for the same seconds.
    maxConcurrency: 12,
    // A promise never hangs on how busy the machine is: what has a time limit of its own says so.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['packages/server/src/postgres/testingSetup.ts'],
  },
})
