import { defineConfig } from '@playwright/test'
import { chromium } from './src/chromium.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './src/globalSetup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: await chromium(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
})
