import { createHash } from 'node:crypto'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { importStatement } from '@cambio/exchange/payin/transfer/statement/importStatement.ts'
import { lineName } from '@cambio/exchange/payin/transfer/statement/lineName.ts'
import type { BankLine, StatementEntry } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import { findPayoutRail } from '@cambio/exchange/payout/PayoutRail.ts'
import { payoutTraitsOf } from '@cambio/exchange/payout/traits/PayoutTraits.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { missing, ownPolicy, readable, sandboxLanguage, show, showForm } from '../../pages/answer.ts'
import { sandboxBankPage, sandboxPaidPage, sandboxPayoutPage } from '../../pages/sandbox/sandboxBank.ts'
import { isPaidByTransfer, transferOfLine } from '../../payin/transfer/transfersOfOrder.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { statementStore } from '../../store/bank/statements.ts'
import { storeDepsOf } from '../../store/StoreDeps.ts'
import type { Stores } from '../../store/stores.ts'

/** Pages that stand in for outside services in a sandbox. A live exchange has none of them. */
export function mountSandboxPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  if (exchange.mode !== 'sandbox') return

  /** An order that is paid in or out by bank transfer. */
  async function bankOrder(id: string | undefined): Promise<BankOrder | undefined> {
    const order = id === undefined ? undefined : await stores.orders.find(id)
    if (!order) return undefined
    const isLeaving = await leaves(order)
    return isPaidByTransfer(order) || isLeaving ? { order, isLeaving } : undefined
  }

  /**
   * Whether an order's pay-out by bank transfer is ordered or has left. The bank learns of it a moment after the
   * order's status changes.
   */
  async function leaves({ payout, quote }: Order): Promise<boolean> {
    if (
      !payoutTraitsOf(quote.payoutGroup).isByBank ||
      (payout?.state !== 'sending' && payout?.state !== 'done')
    )
      return false
    const { network } = Currency.get(quote.payout.currency)
    const rail = findPayoutRail(exchange.payout, { group: quote.payoutGroup, network })
    return rail !== undefined && (await rail.getStatus(payout.id)).is !== 'absent'
  }

  app.get(pages.sandboxBank, readable, async (c) => {
    const found = await bankOrder(c.req.query('order'))
    if (!found) return missing(c)
    const page = found.isLeaving ? sandboxPayoutPage : sandboxBankPage
    return showForm(c, page(found.order, sandboxLanguage(c)))
  })

  // Pressing again sends nothing more, since the line is identical.
  app.post(pages.sandboxBank, readable, async (c) => {
    const found = await bankOrder(c.req.query('order'))
    if (!found) return missing(c)
    const { order, isLeaving } = found
    const deps = storeDepsOf(exchange)
    const { iban } = exchange.transfer.account
    const hash = createHash('sha256').update(`sandbox bank ${order.id}`).digest('hex')
    await importStatement(
      { ...deps, statements: statementStore(deps) },
      {
        statement: {
          iban,
          entries: [isLeaving ? sandboxPayout(order) : sandboxTransfer(order, iban)],
          unread: [],
          leftOut: 0,
        },
        hash,
        by: 'the sandbox’s bank page',
      },
    )
    return show(c, sandboxPaidPage(sandboxLanguage(c)), ownPolicy)
  })
}

type BankOrder = { readonly order: Order; readonly isLeaving: boolean }

/** The line of a statement that reports a pay-out. */
function sandboxPayout({ id, quote, payout, destination }: Order): StatementEntry {
  return sandboxLine({
    reference: `sandbox-${id}-payout`,
    side: 'debit',
    amount: quote.payout,
    bookedOn: null,
    isReturn: false,
    endToEndId: payout?.id ?? null,
    remittance: id,
    otherTexts: [],
    party: { name: null, iban: destination.address },
  })
}

/** A line of a bank that gives each line a reference. */
function sandboxLine(line: BankLine): StatementEntry {
  const { reference: identity } = line
  return { ...line, identity, wholeIdentity: null, hasBankReference: true, statement: 0, formerly: line }
}

/**
 * The transfer that the buyer should make, from a fictitious account. One that was received before keeps its amount.
 */
function sandboxTransfer(order: Order, iban: string): StatementEntry {
  const { id, quote } = order
  const reference = `sandbox-${id}`
  const name = lineName(iban, reference)
  const existing = transferOfLine(order, name)
  return sandboxLine({
    reference,
    side: 'credit',
    amount: existing?.amount ?? quote.payin,
    bookedOn: null,
    isReturn: false,
    endToEndId: null,
    remittance: id,
    otherTexts: [],
    party: { name: 'Sandbox Buyer', iban: 'NL91ABNA0417164300' },
  })
}
