import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

const launchOptions = tests.use?.launchOptions

/** Measures what a buyer waits for, and prints it. */
export default defineConfig({
  ...tests,
  testDir: 'bench',
  testMatch: '*.bench.ts',
  outputDir: 'test-results/bench',
  globalSetup: './bench/setup.ts',
  workers: 1,
  timeout: 1_800_000,
  // What never comes ends the bench with a word of what it waited for, and not with silence.
  globalTimeout: 2_100_000,
  reporter: [['./bench/tableReporter.ts']],
  use: {
    ...tests.use,
    trace: 'off',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: 'no-preference' },
    launchOptions: {
      ...launchOptions,
      // The tests' browser does without the fastest code; a buyer's does not.
      args: (launchOptions?.args ?? []).filter((each) => !each.includes('--no-opt')),
    },
  },
})
