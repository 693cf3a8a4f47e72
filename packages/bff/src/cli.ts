import process from 'node:process'
import { systemClock } from '@cambio/server/Clock.ts'
import { readEnvironment } from '@cambio/server/environment.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { runProgram } from '@cambio/server/runProgram.ts'
import { checkLiveCommand } from './program/checkLive.ts'
import { helpFor, runCommand, type Said } from './cli/runCommand.ts'
import { ExchangeEnvironment } from './program/environment.ts'
import { existingKey } from './program/exchangeKey.ts'
import { keysOf } from './program/Keys.ts'
import { reachStore } from './store/openStore.ts'
import { checkSealingKey } from './store/sealingKey.ts'
import { storeDepsOf } from './store/StoreDeps.ts'

await runProgram(async () => {
  const words = process.argv.slice(2)
  const { output, ok } = helpFor(words) ?? (await carryOut(words))
  process.stdout.write(`${output}\n`)
  if (!ok) process.exitCode = 1
})

async function carryOut(words: readonly string[]): Promise<Said> {
  const environment = readEnvironment(ExchangeEnvironment, process.env)
  checkLiveCommand(environment)
  const progress = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const store = await reachStore(environment, { log: silentLog, progress })
  try {
    const random = systemRandom
    const keys = keysOf({ random }, existingKey(environment, store))
    const { database, holds } = store
    const deps = storeDepsOf({ database, holds, keys, clock: systemClock, random })
    await checkSealingKey(deps)
    return await runCommand(deps, words)
  } finally {
    await store.close()
  }
}
