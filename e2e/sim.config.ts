import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Opens every example of the guide, with its packages installed from the registry. */
export default defineConfig({
  ...tests,
  testDir: 'sim',
  outputDir: 'test-results/sim',
  fullyParallel: false,
  // An installation keeps a small machine busy by itself.
  workers: 1,
  timeout: 1_800_000,
})
