import { defineConfig } from '@playwright/test'
import { chromium } from './src/chromium.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // Node reads TypeScript itself.
  build: { external: ['**/*.ts'] },
  globalSetup: './src/globalSetup.ts',
  fullyParallel: true,
  // A purchase mostly waits: with the other tests beside them, three of them keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // No promise hangs on how busy the machine is: this only ends a test that would never end.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromium(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Spinners that turn and colours that fade are drawn by the processor here, frame by frame.
    contextOptions: { reducedMotion: 'reduce' },
    // A tenth of all the work. `pnpm e2e --trace retain-on-failure` has it, for a failure whose page does not tell enough.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
