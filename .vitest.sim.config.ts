import { defineConfig } from 'vitest/config'
import tests from './.vitest.config.ts'

/** The long runs of what the tests do in short. */
export default defineConfig({ test: { ...tests.test, include: ['packages/*/sim/**/*.sim.ts'] } })
