import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'packages/*/test/**/*.test.{ts,tsx}'],
    // Many tests wait for a process or a clock: one worker a core keeps a small machine busy.
    maxWorkers: '100%',
    globalSetup: ['packages/server/src/postgres/testingSetup.ts'],
  },
})
