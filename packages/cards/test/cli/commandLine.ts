import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { fileKeyring } from '@cambio/server/keys/fileKeyring.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { expect } from 'vitest'
import { cardsCommands } from '../../src/cli/cardsCommands.ts'
import type { CommandDeps } from '../../src/cli/CommandDeps.ts'
import { CardsEnvironment } from '../../src/program/environment.ts'
import { keysOf } from '../../src/program/keySource.ts'
import { openRig } from '../rig.ts'

export type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

/** An operator's command line beside a platform that runs, both with their keys in one file. */
export async function openCommandLine() {
  let otherPlatforms: readonly string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'cards-cli-'))
  const keys = keysOf(CardsEnvironment.parse({}), { dataDir: folder })
  const keyFile = join(folder, 'cards.key')
  const rig = await openRig({ keyring: fileKeyring(keyFile) })

  /** Calls on the rig's database, or on one that does something besides. */
  const callOn = (database: Pick<Database, 'query' | 'transaction'>, ...words: string[]) => {
    const { clock } = rig.platform
    const made = { operator: 'root', mode: 'test', captureDelayMs: 250 } as const
    const vaultKeys = rig.platform.keys
    const base = { query: database.query, database, clock, random: systemRandom, keys, vaultKeys }
    const deps: CommandDeps = { ...base, otherPlatforms, ...made }
    return answerCall(cardsCommands, words, (work) => work(deps))
  }
  const call = (...words: string[]) => callOn(rig.database, ...words)

  return {
    rig,
    keyFile,
    /** Sets CARDS_PLATFORMS. */
    list: (platforms: readonly string[]) => void (otherPlatforms = platforms),
    callOn,
    call,
    /** What a call says to a program. */
    async data(...words: string[]) {
      const answer = await call(...words, '--json')
      expect(answer.ok, answer.output).toBe(true)
      return JSON.parse(answer.output) as Record<string, unknown> & Record<string, unknown>[]
    },
    async close() {
      await rig.close()
      rmSync(folder, { recursive: true })
    },
  }
}
