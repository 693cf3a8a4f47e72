import { defineConfig } from '@playwright/test'
import { chromium } from './src/chromium.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './src/globalSetup.ts',
  fullyParallel: true,
  // A purchase mostly waits: three of them keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // No promise hangs on how busy the machine is: this only ends a test that would never end.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: await chromium(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Pictures of every moment would take half of all the browser's work.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
})
