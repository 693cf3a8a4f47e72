import { statementModel } from './statementModel/statementModel.ts'

statementModel({ runs: 25, seed: 5, timeoutMs: 300_000 })
