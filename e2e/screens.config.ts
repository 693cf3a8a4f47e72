import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Takes pictures of every screen, for people to look at; it proves nothing. */
export default defineConfig({
  ...tests,
  testDir: 'screens',
  outputDir: 'test-results/screens',
  workers: 2,
  use: { ...tests.use, trace: 'off' },
})
