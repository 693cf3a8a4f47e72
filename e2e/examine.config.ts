import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** What takes too long for every run of the tests: every screen in every look, and every step with something in its way. */
export default defineConfig({
  ...tests,
  testDir: 'examine',
  outputDir: 'test-results/examine',
  workers: 2,
  timeout: 1_200_000,
  reporter: [['list'], ['./examine/statementReporter.ts']],
})
