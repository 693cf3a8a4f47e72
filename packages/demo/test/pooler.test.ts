import { randomBytes } from 'node:crypto'
import { statement, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { openPooler, type Pooler } from '@cambio/server/testing/postgres/testingPooler.ts'
import { expect, test } from 'vitest'
import { openProduct } from './openProduct.ts'

/* Both programs behind a pooler that gives each transaction another session. */

test('behind a pooler in transaction mode everything goes as without', async () => {
  const poolers: Pooler[] = []
  const product = await openProduct({
    async reach(variable, data) {
      const role = await login(data, variable === 'DATABASE_URL' ? 'exchange' : 'cards')
      const directUrl = new URL(data.ownerUrl)
      directUrl.username = role
      directUrl.password = role
      const pooler = await openPooler(directUrl.href)
      poolers.push(pooler)
      const prefix = variable.replace('_URL', '')
      return {
        [variable]: pooler.url,
        [`${prefix}_DIRECT_URL`]: directUrl.href,
        [`${prefix}_OWNER_URL`]: data.ownerUrl,
      }
    },
  })
  try {
    const buyer = await product.buyer()
    await buyer.place('100')
    await buyer.charge(await buyer.submitCard('success'))
    const ended = await buyer.until(({ status }) => status === 'finished')
    expect(ended.status).toBe('finished')
    await expect
      .poll(() => product.callbacks.statuses(buyer.entry))
      .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
    await product.expectBalancedBooks()
  } finally {
    await product.close()
    for (const pooler of poolers) await pooler.close()
  }
})

/** A role to log in as, with the rights of the program's and the settings that README asks for. */
async function login({ owner }: TestDatabase, program: string): Promise<string> {
  const role = `pooled_${randomBytes(6).toString('hex')}`
  await owner.query(statement(`create role ${role} login password '${role}' in role ${program}_app`))
  const settings = {
    search_path: program,
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '10s',
    timezone: 'UTC',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(
      statement(
        `do $$ begin execute format('alter role ${role} in database %I set ${name} = ''${value}''', current_database()); end $$`,
      ),
    )
  return role
}
