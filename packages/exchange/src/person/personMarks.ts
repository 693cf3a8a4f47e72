import * as Currency from '@cambio/wire/Currency.ts'
import { isProven, type Client } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import { nameWords } from '../client/nameWords.ts'
import type { Order } from '../order/Order.ts'
import { payinSources } from '../payin/Payin.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import { publishedAddresses } from './publishedAddresses.ts'

/**
 * Something that belongs to one person, whichever e-mail address they use: clients that share one belong together. The
 * source of the money, an account or an address, distinguishes orders without a client.
 */
export type PersonMark = {
  readonly kind: 'email' | 'name' | 'card' | 'address' | 'iban' | 'sender'
  readonly text: string
}

/** The marks of a client, whatever it buys. Anyone can type a name, so it counts only once it is verified. */
export function clientMarks(client: Pick<Client, 'email' | 'level' | 'payer' | 'documents'>): PersonMark[] {
  const { email, level, payer, documents } = client
  const ofEmail: PersonMark = { kind: 'email', text: mailbox(email) }
  if (!isProven(level)) return [ofEmail]
  const ofPayer: PersonMark[] = payer
    ? [{ kind: 'name', text: [payer.first_name, payer.last_name, payer.birth_date].map(folded).join('\n') }]
    : []
  return [ofEmail, ...ofPayer, ...documentMarks(documents)]
}

/**
 * A person who shows one document for two clients is one person, however differently the two clients write the name.
 */
function documentMarks(documents: DocumentData | null): PersonMark[] {
  const birthDate = documents?.birthDate ?? null
  if (documents === null || birthDate === null) return []
  return documents.names.map(({ given, family }) => ({
    kind: 'name',
    text: ['document', ...[given, family].map((part) => nameWords(part).join(' ')), birthDate].join('\n'),
  }))
}

/**
 * The mark of the address that an order's coins go to. An address that the partner fixed, or that is published, does
 * not identify the buyer and has no mark.
 */
export function addressMarks(
  { quote, destination, origin }: Pick<Order, 'quote' | 'destination' | 'origin'>,
  isFixed: boolean,
): PersonMark[] {
  if (!payoutTraitsOf(quote.payoutGroup).isOnChain || origin === 'partner' || isFixed) return []
  if (publishedAddresses.has(plainAddress(destination.address))) return []
  return [addressMark(quote.payout.currency, destination)]
}

/** The mark of an address that coins of this currency are sent to. */
export function addressMark(
  currency: string,
  { address, memo }: { readonly address: string; readonly memo: string | null },
): PersonMark {
  const { network } = Currency.get(currency)
  return { kind: 'address', text: [network, plainAddress(address), memo ?? ''].join('\n') }
}

/** The case of a hexadecimal address is only a checksum. */
function plainAddress(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

/** The marks of the source of an order's money, as far as that is known once the money is received. */
export function payerMarks({ payin }: Pick<Order, 'payin'>): PersonMark[] {
  const received = payinSources(payin).filter(({ isReceived }) => isReceived)
  const ibans = received.flatMap(({ kind, text }) =>
    kind === 'iban' ? [text.replaceAll(/\s/g, '').toUpperCase()] : [],
  )
  const senders = received.flatMap(({ kind, text }) => (kind === 'sender' ? [text.toLowerCase()] : []))
  return [
    ...[...new Set(ibans)].map((text) => ({ kind: 'iban', text }) as const),
    ...[...new Set(senders)].map((text) => ({ kind: 'sender', text }) as const),
  ]
}

/**
 * Whether all of an order's money was sent from addresses whose keys are published, so that anyone may have sent it.
 */
export function isPaidFromPublishedKeys(order: Pick<Order, 'payin'>): boolean {
  const marks = payerMarks(order)
  return (
    marks.length > 0 && marks.every(({ kind, text }) => kind === 'sender' && publishedAddresses.has(text))
  )
}

/** The mailbox of an e-mail address: without capitals and tags, and without dots where the provider ignores them. */
export function mailbox(email: string): string {
  const lower = email.toLowerCase()
  const at = lower.lastIndexOf('@')
  const local = lower.slice(0, at).replace(/\+.*$/, '')
  const domain = lower.slice(at + 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
