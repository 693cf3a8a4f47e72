import process from 'node:process'
import { systemClock } from '@cambio/server/Clock.ts'
import { readEnvironment } from '@cambio/server/environment.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { runProgram } from '@cambio/server/runProgram.ts'
import { helpFor, runCommand, type Said } from './cli/runCommand.ts'
import { CardsEnvironment } from './environment.ts'
import { existingKeys } from './keys.ts'
import { reachStore } from './openStore.ts'
import { platformKeys } from './vault/PlatformKeys.ts'

await runProgram(async () => {
  const words = process.argv.slice(2)
  say(helpFor(words) ?? (await carryOut(words)))
})

async function carryOut(words: readonly string[]): Promise<Said> {
  const environment = readEnvironment(CardsEnvironment, process.env)
  const progress = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const store = await reachStore(environment, { log: silentLog, progress })
  try {
    const keys = existingKeys(environment, store)
    const mode = environment.MODE === 'live' ? 'live' : 'test'
    const { database } = store
    const { query } = database
    const made = { mode, captureDelayMs: environment.CAPTURE_DELAY_MS } as const
    await platformKeys({ query, random: systemRandom, keyring: keys.keyring }) // Refuses a key that is not this platform's.
    const deps = { query, database, clock: systemClock, random: systemRandom, keys, ...made }
    return await runCommand(deps, words)
  } finally {
    await store.close()
  }
}

function say({ output, note, ok }: Said): void {
  process.stdout.write(`${output}\n`)
  if (note !== undefined) process.stderr.write(`${note}\n`)
  if (!ok) process.exitCode = 1
}
