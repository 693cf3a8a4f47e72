import { clientModel } from './clientModel/clientModel.ts'

clientModel({ sequences: 20, timeoutMs: 120_000 })
