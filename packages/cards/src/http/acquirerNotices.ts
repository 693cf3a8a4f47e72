import type { DoorEnv } from '@cambio/server/door.ts'
import { Hono } from 'hono'
import type { Payments } from '../acquirers/Acquirer.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import type { Platform } from '../Platform.ts'
import { wake } from '../store/questions.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId, type Transaction } from '../transaction/Transaction.ts'

/**
 * Where acquirers send their own notices. One that is theirs makes its payment due, and is acknowledged when that is
 * durable: what is true is then asked, so a notice that is old, late or repeated does no harm.
 */
export function acquirerNoticeRoutes(platform: Platform): Hono<DoorEnv> {
  return new Hono<DoorEnv>().post('/upstream/:acquirer/notify', async (c) => {
    const acquirer = platform.acquirers.get(c.req.param('acquirer'))
    if (acquirer?.readNotice === undefined) return c.text('ERROR', 404)
    const notice = { headers: c.req.raw.headers, body: await c.req.text() }
    const reading = await acquirer.readNotice(notice, paymentsOf(platform, acquirer.name))
    if (reading.is === 'forged') return c.text('ERROR', 400)
    if (reading.is === 'unknown') return c.text('ERROR', 503)
    if (reading.is === 'event') await wake(platform.query, reading.transactionId, platform.clock.now())
    return c.text('OK')
  })
}

function paymentsOf({ query }: Platform, acquirer: string): Payments {
  const own = (transaction: Transaction | undefined) =>
    transaction?.acquirer === acquirer ? acquirerPaymentOf(transaction) : undefined
  return {
    byId: async (id) => (isTransactionId(id) ? own(await findTransaction(query, id)) : undefined),
  }
}
