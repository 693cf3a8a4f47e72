import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { importStatement } from '@cambio/exchange/statement/importStatement.ts'
import type { StatementEntry } from '@cambio/exchange/statement/Statement.ts'
import type { DoorEnv } from '@cambio/server/door.ts'
import { pages } from '@cambio/wire/pages.ts'
import { missing, ownPolicy, readable, show } from '../pages/answer.ts'
import { sandboxBankPage, sandboxPaidPage } from '../pages/sandboxBank.ts'
import type { Exchange } from '../program/Exchange.ts'
import { statementStore } from '../store/statements.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import type { Stores } from '../store/stores.ts'

/** What stands for the world outside of a sandbox. A live exchange has none of it. */
export function mountSandboxPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  if (exchange.mode !== 'sandbox') return

  async function transferOrder(id: string | undefined): Promise<Order | undefined> {
    const order = id === undefined ? undefined : await stores.orders.find(id)
    return order?.payin.is === 'transfer' ? order : undefined
  }

  app.get(pages.sandboxBank, readable, async (c) => {
    const order = await transferOrder(c.req.query('order'))
    return order ? show(c, sandboxBankPage(order), { ...ownPolicy, 'form-action': ["'self'"] }) : missing(c)
  })

  // Pressing it again sends nothing more: the line is the same.
  app.post(pages.sandboxBank, readable, async (c) => {
    const order = await transferOrder(c.req.query('order'))
    if (!order) return missing(c)
    const deps = storeDepsOf(exchange)
    const { iban } = exchange.transfer.account
    const hash = createHash('sha256').update(`sandbox bank ${order.id}`).digest('hex')
    await importStatement(
      { ...deps, statements: statementStore(deps) },
      { statement: { iban, entries: [sandboxTransfer(order)] }, hash, by: 'the sandbox’s bank page' },
    )
    return show(c, sandboxPaidPage(), ownPolicy)
  })
}

/** A transfer as the buyer was asked for it, from an account that is nobody's. What was asked for first stays so. */
function sandboxTransfer({ id, quote, payin }: Order): StatementEntry {
  const reference = `sandbox-${id}`
  const known = payin.is === 'transfer' ? payin.transfers.find(({ entry }) => entry === reference) : undefined
  return {
    reference,
    side: 'credit',
    amount: known?.amount ?? quote.payin,
    bookedOn: null,
    isReturn: false,
    endToEndId: null,
    remittance: id,
    party: { name: 'Sandbox Buyer', iban: 'NL91ABNA0417164300' },
  }
}
