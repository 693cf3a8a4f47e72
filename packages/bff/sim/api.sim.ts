import { conformance } from '../test/http/conformance/conformance.ts'

/* pnpm sim:api: what the tests send in one round, with the values of ten seeds. */

conformance({ rounds: 10, least: 10_000 })
