import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Takes pictures of every screen, for people to look at; it proves nothing. */
export default defineConfig({
  ...tests,
  testDir: 'screens',
  outputDir: 'test-results/screens',
  workers: 2,
  projects: [
    { name: 'pictures', testMatch: 'pictures.spec.ts' },
    { name: 'readme', testMatch: 'readme.spec.ts', dependencies: ['pictures'] },
  ],
  use: { ...tests.use, trace: 'off' },
})
