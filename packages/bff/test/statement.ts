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
  status?: 'BOOK' | 'PDNG'
}

export const ourIban = 'DE89370400440532013000'
export const payerIban = 'NL91ABNA0417164300'

/** A camt.053.001.08 of one account. */
export function statement(lines: readonly Line[], iban = ourIban): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>camt-${lines.length}</MsgId><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>2026-061</Id><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
        <Dt><Dt>2026-03-01</Dt></Dt>
      </Bal>
      ${lines.map(entry).join('\n      ')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

function entry(line: Line): string {
  const { side = 'CRDT', currency = 'EUR', name = 'Ada Example', iban = payerIban } = line
  const who = side === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const account = iban === null ? '' : `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>`
  const remittance = (line.lines ?? []).map((text) => `<Ustrd>${escaped(text)}</Ustrd>`).join('')
  return `<Ntry>
        <NtryRef>1</NtryRef><Amt Ccy="${currency}">${line.amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
        <Sts><Cd>${line.status ?? 'BOOK'}</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>
        <AcctSvcrRef>${line.reference}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>${line.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
          <RltdPties><${who}><Pty><Nm>${escaped(name)}</Nm></Pty></${who}>${account}</RltdPties>
          <RmtInf>${remittance}</RmtInf>
          ${line.isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}
        </TxDtls></NtryDtls>
      </Ntry>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
