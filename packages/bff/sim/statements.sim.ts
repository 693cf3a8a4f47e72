import { statementModel } from '../test/bank/statementModel/statementModel.ts'

/* pnpm sim:statements: five hundred banks' statements; SEED and RUNS ask for others, and for fewer. */

const { SEED = '1', RUNS = '500' } = process.env

statementModel({ runs: Number(RUNS), seed: Number(SEED), timeoutMs: 7_200_000 })
