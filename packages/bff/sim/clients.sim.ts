import { clientModel } from '../test/clientModel/clientModel.ts'

/* pnpm sim:clients: a thousand lives, fifty times what the tests live. */

clientModel({ sequences: 1_000, timeoutMs: 1_200_000 })
