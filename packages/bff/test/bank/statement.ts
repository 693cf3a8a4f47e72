/*
 * Statements as a bank writes them.
 */

export type Line = {
  reference: string
  amount: string
  currency?: string
  side?: 'CRDT' | 'DBIT'
  /** What the payer wrote, a line each. */
  lines?: readonly string[]
  endToEndId?: string
  name?: string
  /** Null: the bank does not say who paid. */
  iban?: string | null
  isReturn?: boolean
  /** Whether the bank takes back what it had booked itself. */
  isReversal?: boolean
  status?: 'BOOK' | 'PDNG'
}

export const ourIban = 'DE89370400440532013000'
export const payerIban = 'NL91ABNA0417164300'

/** A payment of ours that left. */
export const debitLine = (endToEndId: string, extra: Partial<Line> = {}): Line => ({
  reference: `B-${endToEndId}`,
  side: 'DBIT',
  amount: '100.00',
  endToEndId,
  ...extra,
})

/** The return of a payment of ours. */
export const returnLine = (endToEndId: string, extra: Partial<Line> = {}): Line => ({
  ...debitLine(endToEndId),
  reference: `R-${endToEndId}`,
  side: 'CRDT',
  isReturn: true,
  ...extra,
})

/** A camt.053.001.08 of one account. */
export function statement(lines: readonly Line[], iban = ourIban): string {
  return document(lines.map(entry), iban)
}

/** A camt.053.001.08 with one entry, of several transfers that the bank has booked together. */
export function batch(amount: string, lines: readonly Line[]): string {
  const [first] = lines
  const details = lines.map((line) => transaction(line, amountOf(line))).join('\n          ')
  return document([first ? booked({ ...first, amount }, details) : ''], ourIban)
}

function document(entries: readonly string[], iban: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>camt-${entries.length}</MsgId><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>2026-061</Id><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
        <Dt><Dt>2026-03-01</Dt></Dt>
      </Bal>
      ${entries.join('\n      ')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

function entry(line: Line): string {
  return booked(line, transaction(line))
}

function booked(line: Line, details: string): string {
  const { reference, amount, currency = 'EUR', side = 'CRDT', status = 'BOOK' } = line
  return `<Ntry>
        <NtryRef>1</NtryRef><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
        ${line.isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>
        <AcctSvcrRef>${reference}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls>${details}</NtryDtls>
      </Ntry>`
}

/** One transfer. A bank writes its amount where it stands with others. */
function transaction(line: Line, amount = ''): string {
  const { side = 'CRDT', name = 'Ada Example', iban = payerIban } = line
  const who = side === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const account = iban === null ? '' : `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>`
  const remittance = (line.lines ?? []).map((text) => `<Ustrd>${escaped(text)}</Ustrd>`).join('')
  return `<TxDtls>
          <Refs><EndToEndId>${line.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>${amount}
          <RltdPties><${who}><Pty><Nm>${escaped(name)}</Nm></Pty></${who}>${account}</RltdPties>
          <RmtInf>${remittance}</RmtInf>
          ${line.isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}
        </TxDtls>`
}

function amountOf({ amount, currency = 'EUR', side = 'CRDT' }: Line): string {
  return `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
