import { describe } from 'vitest'
import { clientModel } from '../test/client/clientModel/clientModel.ts'
import { personModel } from '../test/person/personModel/personModel.ts'

/* pnpm sim:clients: a thousand lives, a hundred times what the tests live, a hundred on each exchange. */

for (let part = 0; part < 10; part += 1) describe(`part ${part}`, () => clientModel({ sequences: 100, part }))

for (let part = 0; part < 4; part += 1)
  describe(`people, part ${part}`, () => personModel({ sequences: 25, part }))
