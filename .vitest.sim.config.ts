import { defineConfig } from 'vitest/config'
import tests from './.vitest.config.ts'

/**
 * The long runs of what the tests do in short, each once: they are no test files of either project. Each test is named as it
 * ends, with its seed.
 */
export default defineConfig({
  test: {
    ...tests.test,
    projects: undefined,
    include: ['packages/*/sim/**/*.sim.ts'],
    reporters: ['verbose'],
  },
})
