import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import * as cardsStore from '@cambio/cards/program/migrations.ts'
import { expect, test } from 'vitest'
import { migrationsBefore, restoreKeys, restoreRows } from './before/restoreBefore.ts'
import { openProduct } from './openProduct.ts'

test('today’s programs start on a back-up of earlier ones, keys and all, and end the orders that were in flight', async () => {
  const within = await mkdtemp(join(tmpdir(), 'cambio-upgrade-'))
  const product = await openProduct({
    directories: {
      exchange: await migrationsBefore('exchange', exchangeStore.migrations, within),
      cards: await migrationsBefore('cards', cardsStore.migrations, within),
    },
    async before({ dataDir, exchangeData, cardsData }) {
      await restoreKeys(dataDir)
      await restoreRows('exchange', exchangeData)
      await restoreRows('cards', cardsData)
    },
  })
  try {
    const statuses = async () => (await product.orders()).map(({ status }) => status).toSorted()
    await expect.poll(statuses).toEqual(['finished', 'finished', 'finished', 'payin_pending'])
    const payments = (await product.payments()).map(({ state }) => state)
    expect(payments).toEqual(['settled', 'settled', 'settled'])
    await product.expectBalancedBooks()
    // And what is bought next is as ever.
    const buyer = await product.buyer()
    await buyer.place('100')
    await buyer.charge(await buyer.submitCard('success'))
    await buyer.until(({ status }) => status === 'finished')
  } finally {
    await product.close()
    await rm(within, { recursive: true })
  }
})
