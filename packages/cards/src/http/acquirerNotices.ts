import type { DoorEnv } from '@cambio/server/http/door.ts'
import { Hono } from 'hono'
import type { Payments } from '../acquirers/Acquirer.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import type { Platform } from '../Platform.ts'
import { wake } from '../store/statusQuestions.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId } from '../transaction/Transaction.ts'

/**
 * Receives acquirers' webhooks at `/upstream/<acquirer>/notify`. A genuine webhook makes us ask the acquirer for the
 * payment's state; it is acknowledged once that question is stored. It changes no payment itself, so an old, late or
 * repeated one does no harm.
 */
export function acquirerNoticeRoutes(platform: Platform): Hono<DoorEnv> {
  return new Hono<DoorEnv>().post('/upstream/:acquirer/notify', async (c) => {
    const acquirer = platform.acquirers.get(c.req.param('acquirer'))
    if (acquirer?.readNotice === undefined) return c.text('ERROR', 404)
    const notice = { headers: c.req.raw.headers, body: await c.req.text() }
    const reading = await acquirer.readNotice(notice, paymentsOf(platform, acquirer.name))
    switch (reading.is) {
      case 'forged':
        return c.text('ERROR', 400)
      case 'unknown':
        return c.text('ERROR', 503)
      case 'event':
        await wake(platform.query, reading.transactionId, platform.clock.now())
        return c.text('OK')
      case 'nothing':
        return c.text('OK')
    }
  })
}

/** The payments of this acquirer: another acquirer's webhook cannot name them. */
function paymentsOf({ query }: Platform, acquirerName: string): Payments {
  return {
    async byId(id) {
      const transaction = isTransactionId(id) ? await findTransaction(query, id) : undefined
      return transaction?.acquirer === acquirerName ? acquirerPaymentOf(transaction) : undefined
    },
  }
}
