import { conformance } from './conformance/conformance.ts'

/* One round. `pnpm sim:api` has ten. */

conformance({ rounds: 1, least: 1_000 })
