import { once } from 'node:events'
import process from 'node:process'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { startCards } from '@cambio/cards/program/startCards.ts'
import { createLog } from '@cambio/server/createLog.ts'
import { ENDS_WITHIN_MS, runProgram } from '@cambio/server/runProgram.ts'
import { httpUrl, readEnvironment } from '@cambio/server/settings/environment.ts'
import * as z from 'zod/mini'
import { sandboxMerchant } from '../sandbox.ts'
import { exitWithLauncher, ready } from './exitWithLauncher.ts'

// As in the program itself: the pool of small buffers is never cleared, and parts of forms pass through it.
Buffer.poolSize = 0

/** Where the card platform's only merchant, the exchange, takes its notices. */
const Sandbox = z.object({ NOTIFICATION_URL: httpUrl })

await runProgram(
  async (stopped) => {
    exitWithLauncher()
    const { NOTIFICATION_URL: notificationUrl } = readEnvironment(Sandbox, process.env)
    const environment = readEnvironment(CardsEnvironment, process.env)
    const log = createLog({ program: 'cards', level: environment.LOG_LEVEL })
    const cards = await startCards({ environment, log })
    await cards.ensureMerchant({ ...sandboxMerchant, name: 'Cambio', notificationUrl })
    ready()
    if (!stopped.aborted) await once(stopped, 'abort')
    await cards.close()
  },
  process,
  { endsWithinMs: ENDS_WITHIN_MS },
)
