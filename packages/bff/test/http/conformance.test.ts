import { conformance } from './conformance/conformance.ts'

/* One round, of half of the cases. `pnpm sim:api` has all of them, in ten. */

conformance({ rounds: 1, least: 1_000 })
