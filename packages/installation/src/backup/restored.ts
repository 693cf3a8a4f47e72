import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned } from '../Owned.ts'
import { programsOf, readSettings } from '../Program.ts'
import { settle } from './settle.ts'

/** Reports that the database was restored by other means. */
export const restored = command({
  name: 'restored',
  summary: [
    'Run this before the exchange starts on a database that another tool, such as pgBackRest, has restored: pauses',
    'pay-outs, since what left later is not in its books, and leaves out deposit addresses that may have been given out later.',
    '“restore” does both by itself.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({ payouts: z.literal('paused') }),
  run(deps: InstallationDeps) {
    const settings = readSettings(deps.variables)
    const { progress } = deps
    return onOwned({ programs: programsOf(settings), make: false, progress }, async (databases) => {
      const detail = { by: 'another tool' }
      if (!(await settle(deps, { databases, settings, detail })))
        throw new CallRefused(
          'There is no exchange: set DATABASE_URL to its database, or DATA_DIR to its folder.',
        )
      return {
        text: 'Pay-outs are paused: compare with the chain, the bank and the card platform before “payout continue all”.',
        data: { payouts: 'paused' as const },
      }
    })
  },
})
