import { accountName } from '@cambio/server/cli/accountName.ts'
import type { Answer } from '@cambio/server/cli/answerCall.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { CardsEnvironment } from '../program/environment.ts'
import { existingKeys } from '../program/keySource.ts'
import { reachStore } from '../program/openStore.ts'
import { platformKeys } from '../vault/PlatformKeys.ts'
import type { CommandDeps } from './CommandDeps.ts'

/**
 * Runs a command's work on the platform that the variables name.
 * @param input.progress reports progress to the caller
 * @throws StartRefused
 */
export async function onPlatform(
  {
    variables,
    progress,
  }: {
    readonly variables: Readonly<Record<string, string | undefined>>
    readonly progress: (sentence: string) => void
  },
  work: (deps: CommandDeps) => Promise<Answer>,
): Promise<Answer> {
  const environment = readEnvironment(CardsEnvironment, variables)
  const store = await reachStore(environment, { log: silentLog, progress })
  try {
    const keys = existingKeys(environment, store)
    const { database } = store
    const { query } = database
    const base = { query, database, clock: systemClock, random: systemRandom, keys }
    const vaultKeys = await platformKeys({ ...base, keyring: keys.keyring }) // Refuses a key that is not this platform's.
    const mode = environment.MODE === 'live' ? 'live' : 'test'
    return await work({
      ...base,
      vaultKeys,
      otherPlatforms: environment.CARDS_PLATFORMS,
      operator: accountName(),
      mode,
      captureDelayMs: environment.CAPTURE_DELAY_MS,
    })
  } finally {
    await store.close()
  }
}
