import fc from 'fast-check'
import { ourIban, payerIban } from '../statement.ts'

/** An entry of the bank's own books, and the ways in which it may write it. */
export type BankEntry = {
  readonly side: 'CRDT' | 'DBIT'
  readonly cents: readonly number[]
  readonly currency: 'EUR' | 'USD'
  readonly day: number
  /** How many entries say the same. */
  readonly copies: number
  readonly reference: 'none' | 'NONREF' | 'shared' | 'own' | 'InstrId' | 'Prtry'
  readonly shape: 'details' | 'no_details' | 'parts_Amt' | 'parts_TxAmt' | 'parts_InstdAmt' | 'NbOfTxs'
  /** Which of two orders its payer names, and where. */
  readonly names: readonly ('A' | 'B')[]
  readonly place: 'Ustrd' | 'Strd' | 'EndToEndId' | 'AddtlNtryInf'
  readonly status: 'booked' | 'booked_by_word' | 'pending'
  readonly odd: 'nothing' | 'sign' | 'digits' | 'currency' | 'direction' | 'status' | 'empty'
}

const often = <Value>(usual: Value, ...others: readonly Value[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(usual, ...others) },
  )

export const bankEntry: fc.Arbitrary<BankEntry> = fc
  .record({
    side: often<'CRDT' | 'DBIT'>('CRDT', 'DBIT'),
    cents: fc.array(fc.constantFrom(35, 5_000, 10_000), { minLength: 2, maxLength: 3 }),
    currency: often<'EUR' | 'USD'>('EUR', 'USD'),
    day: fc.integer({ min: 1, max: 3 }),
    copies: often(1, 2),
    reference: fc.constantFrom('none', 'NONREF', 'shared', 'own', 'InstrId', 'Prtry'),
    shape: often<BankEntry['shape']>(
      'details',
      'no_details',
      'parts_Amt',
      'parts_TxAmt',
      'parts_InstdAmt',
      'NbOfTxs',
    ),
    names: fc.constantFrom<BankEntry['names'][]>([], ['A'], ['B'], ['A', 'B']),
    place: fc.constantFrom('Ustrd', 'Strd', 'EndToEndId', 'AddtlNtryInf'),
    status: often<BankEntry['status']>('booked', 'booked_by_word', 'pending'),
    odd: often<BankEntry['odd']>('nothing', 'sign', 'digits', 'currency', 'direction', 'status', 'empty'),
  })
  .map((entry): BankEntry => {
    const isWhole = entry.shape === 'no_details' || entry.shape === 'NbOfTxs'
    // Without details nothing but a reference tells two entries of one amount apart.
    return isWhole ? { ...entry, reference: 'own', place: 'AddtlNtryInf' } : entry
  })

export function isBatch({ shape }: BankEntry): boolean {
  return shape.startsWith('parts_')
}

/** The amounts of an entry's lines, in cents. */
export function lineCents(entry: BankEntry): readonly number[] {
  return isBatch(entry) ? entry.cents : entry.cents.slice(0, 1)
}

export function hasBankReference({ reference }: BankEntry): boolean {
  return reference !== 'none' && reference !== 'NONREF'
}

/** What of the world an entry is written with. */
export type Writing = { readonly run: string; readonly orders: { readonly A: string; readonly B: string } }

/** @param key tells the entry from the others of its world */
export function writtenEntry(
  entry: BankEntry,
  key: number,
  number: number,
  { run, orders }: Writing,
): string {
  if (entry.odd === 'empty') return '<Ntry/>'
  const named = entry.names.map((name) => orders[name]).join(' and ')
  const total = lineCents(entry).reduce((sum, cents) => sum + cents, 0)
  const amount =
    { sign: `-${decimal(total)}`, digits: `${decimal(total)}7` }[entry.odd as string] ?? decimal(total)
  const code = entry.odd === 'currency' ? 'Euro' : entry.currency
  const text = entry.place === 'AddtlNtryInf' && named !== '' ? `Told ${named}` : ''
  return `<Ntry>
    <NtryRef>${number}</NtryRef><Amt Ccy="${code}">${amount}</Amt>
    ${entry.odd === 'direction' ? '' : `<CdtDbtInd>${entry.side}</CdtDbtInd>`}<Sts>${statusOf(entry)}</Sts>
    <BookgDt><Dt>2026-05-0${entry.day}</Dt></BookgDt>
    ${acctSvcrRef(entry, key, run)}
    ${details(entry, key, { run, named })}
    ${isBatch(entry) ? '' : `<AddtlNtryInf>${run} ${key} ${text}</AddtlNtryInf>`}
  </Ntry>`
}

function statusOf({ status, odd }: BankEntry): string {
  if (odd === 'status') return '<Prtry>WHO KNOWS</Prtry>'
  return status === 'pending' ? '<Cd>PDNG</Cd>' : status === 'booked' ? '<Cd>BOOK</Cd>' : 'BOOK'
}

function acctSvcrRef({ reference }: BankEntry, key: number, run: string): string {
  const text = { shared: `${run}-SHARED`, own: `${run}-OWN-${key}`, NONREF: 'NONREF' }[reference as string]
  return text === undefined ? '' : `<AcctSvcrRef>${text}</AcctSvcrRef>`
}

function details(entry: BankEntry, key: number, { run, named }: { run: string; named: string }): string {
  if (entry.shape === 'no_details') return ''
  if (entry.shape === 'NbOfTxs') return '<NtryDtls><Btch><NbOfTxs>4</NbOfTxs></Btch></NtryDtls>'
  const parts = lineCents(entry).map((cents, part) => {
    const at = (place: string) => (entry.place === place && part === 0 ? named : '')
    const who = entry.side === 'CRDT' ? 'Dbtr' : 'Cdtr'
    const reference =
      { InstrId: `<InstrId>${run}-I-${key}</InstrId>`, Prtry: '' }[entry.reference as string] ?? ''
    const own = entry.reference === 'Prtry' ? `<Prtry><Tp>ID</Tp><Ref>${run}-P-${key}</Ref></Prtry>` : ''
    return `<TxDtls>
      <Refs>${reference}<EndToEndId>${at('EndToEndId') || 'NOTPROVIDED'}</EndToEndId>${own}</Refs>
      ${isBatch(entry) ? partAmount(entry, cents) : ''}
      <RltdPties><${who}><Pty><Nm>Ada</Nm></Pty></${who}><${who}Acct><Id><IBAN>${payerIban}</IBAN></Id></${who}Acct></RltdPties>
      <RmtInf><Ustrd>${run} ${key}.${part} ${at('Ustrd')}</Ustrd>
        <Strd><CdtrRefInf><Ref>${at('Strd') || 'NOTPROVIDED'}</Ref></CdtrRefInf></Strd></RmtInf>
    </TxDtls>`
  })
  return `<NtryDtls>${parts.join('')}</NtryDtls>`
}

function partAmount({ shape, currency }: BankEntry, cents: number): string {
  const amount = `<Amt Ccy="${currency}">${decimal(cents)}</Amt>`
  const [, name = 'Amt'] = shape.split('_')
  return name === 'Amt' ? amount : `<AmtDtls><${name}>${amount}</${name}></AmtDtls>`
}

function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A file of statements, each of which has its entries and a number of its own. */
export function writtenFile(statements: readonly (readonly string[])[], name: string): string {
  const written = statements.map(
    (entries, index) => `<Stmt><Id>${name}-${index}</Id>
      <Acct><Id><IBAN>${ourIban}</IBAN></Id></Acct>${entries.join('')}</Stmt>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <GrpHdr><MsgId>${name}</MsgId></GrpHdr>${written.join('')}</BkToCstmrStmt></Document>`
}
