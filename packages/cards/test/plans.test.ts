import { expectGoodPlans } from './plans/expectGoodPlans.ts'

/*
 * Statements on the way of a SALE, up to its settlement, its refund and the news of both, read a few rows, however many
 * there are and whatever the planner believes: after a restore it knows nothing, and after a quiet night what it knows
 * is wrong. `pnpm sim:plans` asks the same of a million.
 */
expectGoodPlans({ rows: 2_000, timeoutMs: 120_000 })
