import { html } from 'hono/html'
import type { SeenTransaction } from '@cambio/rails/TransactionReader.ts'
import * as Money from '@cambio/wire/Money.ts'
import { page, type Html } from './Page.ts'

type ShownTransaction = Exclude<SeenTransaction, { is: 'absent' }> | { readonly is: 'simulated' }

/** The sandbox's own look at a transaction, in place of an explorer. */
export function transactionPage(txid: string, transaction: ShownTransaction): Html {
  return page({
    title: 'Transaction',
    body: html`<main>
      <h1>Transaction</h1>
      <p><code>${txid}</code></p>
      ${bodyOf(transaction)}
    </main>`,
  })
}

function bodyOf(transaction: ShownTransaction): Html {
  switch (transaction.is) {
    case 'simulated':
      return html`<p>Test mode. It is on the simulated network: no coin moved.</p>`
    case 'away':
      return html`<p>The node does not answer. Nothing has changed by that; look again in a moment.</p>`
    case 'seen':
      return html`<dl>
        <dt>State</dt>
        <dd>${stateOf(transaction)}</dd>
        <dt>From</dt>
        <dd><code>${transaction.from}</code></dd>
        <dt>To</dt>
        <dd><code>${transaction.to ?? 'a new contract'}</code></dd>
        <dt>Amount</dt>
        <dd>${transaction.amount ? amountText(transaction.amount) : 'none'}</dd>
        <dt>Network fee</dt>
        <dd>${transaction.block ? amountText(transaction.block.fee) : 'not known yet'}</dd>
      </dl>`
  }
}

function stateOf({ block }: Extract<ShownTransaction, { is: 'seen' }>): string {
  if (block === null) return 'Waiting for a block'
  const place = `in block ${block.number}, ${block.confirmations} confirmations`
  return block.hasMoved ? `Done, ${place}` : `Failed, ${place}: nothing moved but the fee`
}

function amountText(amount: Money.Money): string {
  return `${Money.format(amount)} ${amount.currency}`
}
