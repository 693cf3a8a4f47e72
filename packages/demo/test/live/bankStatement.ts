/** A line of the bank's: money that came from or went to somebody, and what is written with it. */
export type StatementLine = {
  readonly side: 'CRDT' | 'DBIT'
  readonly amount: string
  readonly name: string
  readonly iban: string
  readonly endToEndId?: string
  readonly text?: string
}

/** A camt.053.001.08 of one account with one line, as a bank writes it. */
export function bankStatement(account: string, line: StatementLine): string {
  const { side, amount, name, iban, endToEndId = 'NOTPROVIDED', text = '' } = line
  const other = side === 'CRDT' ? 'Dbtr' : 'Cdtr'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>of today</MsgId><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>2026-061</Id><CreDtTm>2026-03-02T06:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Ntry>
        <NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>
        <AcctSvcrRef>${side}-${amount}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>
          <RltdPties>
            <${other}><Pty><Nm>${name}</Nm></Pty></${other}>
            <${other}Acct><Id><IBAN>${iban}</IBAN></Id></${other}Acct>
          </RltdPties>
          <RmtInf><Ustrd>${text}</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}
