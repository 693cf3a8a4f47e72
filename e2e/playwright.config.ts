import { defineConfig } from '@playwright/test'
import { chromium } from './src/chromium.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
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
    launchOptions: await chromium(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Spinners that turn and colours that fade are drawn by the processor here, frame by frame.
    contextOptions: { reducedMotion: 'reduce' },
    // What was done, asked for and said. Pictures and copies of every moment's page would take half of all the work.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
})
