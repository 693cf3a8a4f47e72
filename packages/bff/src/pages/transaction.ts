import type { SeenTransaction } from '@cambio/rails/TransactionReader.ts'
import type * as Money from '@cambio/wire/Money.ts'
import { html } from 'hono/html'
import { amountText } from './amountText.ts'
import type { SandboxLanguage } from './language.ts'
import { page, type Html } from './Page.ts'

type ShownTransaction = Exclude<SeenTransaction, { is: 'absent' }> | { readonly is: 'simulated' }
type FoundTransaction = Extract<ShownTransaction, { is: 'seen' }>

type Words = Readonly<
  Record<
    | 'title'
    | 'simulated'
    | 'away'
    | 'state'
    | 'waiting'
    | 'from'
    | 'to'
    | 'contract'
    | 'amount'
    | 'none'
    | 'fee'
    | 'unknown',
    string
  >
> & {
  readonly done: (place: string) => string
  readonly failed: (place: string) => string
  readonly place: (block: string, confirmations: string) => string
}

const words: Readonly<Record<SandboxLanguage, Words>> = {
  en: {
    title: 'Transaction',
    simulated: 'Test mode. This transaction is on the simulated network: no coins moved.',
    away: 'The node is not responding. This does not change the transaction; look again in a moment.',
    state: 'State',
    waiting: 'Waiting for a block',
    done: (place) => `Done, ${place}`,
    failed: (place) => `Failed, ${place}: nothing moved but the fee`,
    place: (block, count) => `in block ${block}, ${count} confirmations`,
    from: 'From',
    to: 'To',
    contract: 'a new contract',
    amount: 'Amount',
    none: 'none',
    fee: 'Network fee',
    unknown: 'not known yet',
  },
  de: {
    title: 'Transaktion',
    simulated: 'Testmodus. Diese Transaktion steht im simulierten Netzwerk: Es wurden keine Coins bewegt.',
    away: 'Der Netzwerkknoten antwortet nicht. An der Transaktion ändert das nichts; sehen Sie gleich noch einmal nach.',
    state: 'Stand',
    waiting: 'Wartet auf einen Block',
    done: (place) => `Ausgeführt, ${place}`,
    failed: (place) => `Fehlgeschlagen, ${place}: Nur die Gebühr ist geflossen`,
    place: (block, count) => `in Block ${block}, ${count} Bestätigungen`,
    from: 'Von',
    to: 'An',
    contract: 'ein neuer Vertrag',
    amount: 'Betrag',
    none: 'keiner',
    fee: 'Netzwerkgebühr',
    unknown: 'noch nicht bekannt',
  },
}

/** The sandbox's own page of a transaction, in place of an explorer. */
export function transactionPage(
  txid: string,
  transaction: ShownTransaction,
  language: SandboxLanguage,
): Html {
  const { title, simulated, away } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${title}</h1>
      <p><code>${txid}</code></p>
      ${
        transaction.is === 'seen'
          ? details(transaction, language)
          : html`<p>${transaction.is === 'simulated' ? simulated : away}</p>`
      }
    </main>`,
  })
}

function details({ from, to, amount, block }: FoundTransaction, language: SandboxLanguage): Html {
  const named = words[language]
  const text = (money: Money.Money) => amountText(money, language)
  return html`<dl>
    <dt>${named.state}</dt>
    <dd>${stateText(block, language)}</dd>
    <dt>${named.from}</dt>
    <dd><code>${from}</code></dd>
    <dt>${named.to}</dt>
    <dd><code>${to ?? named.contract}</code></dd>
    <dt>${named.amount}</dt>
    <dd>${amount ? text(amount) : named.none}</dd>
    <dt>${named.fee}</dt>
    <dd>${block ? text(block.fee) : named.unknown}</dd>
  </dl>`
}

function stateText(block: FoundTransaction['block'], language: SandboxLanguage): string {
  const { waiting, done, failed, place } = words[language]
  if (block === null) return waiting
  const where = place(String(block.number), String(block.confirmations))
  return block.hasMoved ? done(where) : failed(where)
}
