import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { missing, ownPolicy, readable, sandboxLanguage, show } from '../../pages/answer.ts'
import { transactionPage } from '../../pages/transaction.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** Mounts the page of a sandbox's transactions, read from its node. In live, an explorer shows them. */
export function mountTransactionPage(
  app: Hono<DoorEnv>,
  { mode, transactions }: Pick<Exchange, 'mode' | 'transactions'>,
): void {
  app.get(pages.transaction.replace('{txid}', ':txid'), readable, async (c) => {
    const txid = c.req.param('txid') ?? ''
    if (mode !== 'sandbox') return missing(c)
    c.header('Cache-Control', 'no-store')
    const language = sandboxLanguage(c)
    if (isSimulated(txid)) return show(c, transactionPage(txid, { is: 'simulated' }, language), ownPolicy)
    for (const read of transactions) {
      const transaction = await read(txid)
      if (transaction.is !== 'absent') return show(c, transactionPage(txid, transaction, language), ownPolicy)
    }
    return missing(c)
  })
}

/** Whether a transaction is on the simulated network: its ids have no 0x, unlike a chain's. */
function isSimulated(txid: string): boolean {
  return /^[0-9a-f]{64}$/.test(txid)
}
