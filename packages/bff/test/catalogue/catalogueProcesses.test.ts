import { userInfo } from 'node:os'
import type { OperatorDeps } from '@cambio/exchange/operator/act.ts'
import { changeCatalogue, type CatalogueParts } from '@cambio/exchange/operator/catalogue/changeCatalogue.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { describe, expect, test } from 'vitest'
import { openCatalogue } from '../../src/catalogue/cachedCatalogue.ts'
import { actStore } from '../../src/store/acts.ts'
import { catalogueStore, readChanges } from '../../src/store/catalogue.ts'
import { appRole, migrations, schema } from '../../src/store/openStore.ts'

describe('two processes on one database', () => {
  /** Opens a process's own connections and catalogue, as it runs. */
  async function openProcess(url: string, directUrl: string) {
    const database = openDatabase({ url, directUrl, schema, max: 2 })
    const catalogue = await openCatalogue({ database, clock: systemClock, log: silentLog, mode: 'sandbox' })
    catalogue.start()
    const now = () => systemClock.now()
    const operator: OperatorDeps<CatalogueParts> = {
      transaction: (work) =>
        database.transaction((query) =>
          work({
            catalogueStore: catalogueStore({ transaction: (inside) => inside(query) }),
            acts: actStore({ query, random: systemRandom, now }),
            now,
            mode: 'sandbox',
          }),
        ),
    }
    return {
      catalogue,
      async setSpread(value: string) {
        const outcome = await changeCatalogue(operator, {
          values: new Map([['spreadBps', value]]),
          partnerId: null,
          effectiveAt: null,
          actor: 'ada',
          reason: null,
        })
        expect(outcome.is).toBe('done')
      },
      async close() {
        await catalogue.stop()
        await database.close()
      },
    }
  }

  /** An address where no notification is heard. */
  const DEAF = 'postgres://nobody@127.0.0.1:1/nowhere'

  test.each([
    ['because it hears of it', false],
    ['also where notifications are lost', true],
  ])('a process sees by itself what another process changed, %s', async (_, isDeaf) => {
    const testDb = await testDatabase({ schema, appRole, directories: migrations })
    const processes = await Promise.all([0, 1].map(() => openProcess(testDb.url, isDeaf ? DEAF : testDb.url)))
    const [one, other] = processes
    try {
      await one?.setSpread('77')
      for (const each of [one, other])
        await expect.poll(() => each?.catalogue.now().tariff.spreadBps, { interval: 10 }).toBe(77n)
      await other?.setSpread('88')
      await expect.poll(() => one?.catalogue.now().tariff.spreadBps, { interval: 10 }).toBe(88n)
    } finally {
      for (const each of processes) await each.close()
      await testDb.close()
    }
  })

  test('a process sees by itself what a command line changed that has ended since', async () => {
    const testDb = await testDatabase({ schema, appRole, directories: migrations })
    const process = await openProcess(testDb.url, testDb.url)
    try {
      const variables = {
        DATABASE_URL: testDb.url,
        DATABASE_OWNER_URL: testDb.ownerUrl,
        EXCHANGE_KEY: Buffer.alloc(32, 7).toString('base64'),
      }
      const entry = new URL('../../src/cli.ts', import.meta.url)
      const ended = await runCommandLine(entry, variables, ['tariff', 'set', 'spreadBps', '99', '--json'])
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      await expect.poll(() => process.catalogue.now().tariff.spreadBps, { interval: 10 }).toBe(99n)
      const [change] = await readChanges(testDb.database.query)
      expect(change?.madeBy).toBe(userInfo().username)
    } finally {
      await process.close()
      await testDb.close()
    }
  })
})
