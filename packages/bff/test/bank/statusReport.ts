/*
 * What a bank answers to a payment file, as banks write it.
 */

/** A payment by its EndToEndId, its status and the code of its reason. */
type Status = readonly [id: string, status: string | null, reason?: string]

const words: Readonly<Record<string, string>> = { AC04: 'Account closed', FF01: 'Format error' }

function reasonOf(element: string, code: string | undefined): string {
  if (code === undefined) return ''
  const inWords = words[code] === undefined ? '' : `<AddtlInf>${words[code]}</AddtlInf>`
  return `<${element}><Rsn><Cd>${code}</Cd></Rsn>${inWords}</${element}>`
}

/** A pain.002.001.10 about one file: its status as a whole, that of its one batch, and those of some of its payments. */
export function pain002(
  fileId: string,
  {
    group,
    batch,
    transactions = [],
    reason,
  }: { group?: string; batch?: string; transactions?: readonly Status[]; reason?: string },
): string {
  const inside = transactions.map(
    ([id, status, code]) => `<TxInfAndSts><StsId>S1</StsId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>
          ${status === null ? '' : `<TxSts>${status}</TxSts>`}${reasonOf('StsRsnInf', code)}</TxInfAndSts>`,
  )
  const batches =
    batch === undefined && inside.length === 0
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${fileId}</OrgnlPmtInfId>
        ${batch === undefined ? '' : `<PmtInfSts>${batch}</PmtInfSts>`}${inside.join('')}</OrgnlPmtInfAndSts>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>STATUS-1</MsgId><CreDtTm>2026-03-02T10:05:00+01:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${fileId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      ${group === undefined ? '' : `<GrpSts>${group}</GrpSts>`}${reasonOf('StsRsnInf', reason)}
    </OrgnlGrpInfAndSts>
    ${batches}
  </CstmrPmtStsRpt>
</Document>
`
}

/** A camt.029.001.09 that answers to the cancellation of some payments of one file. */
export function camt029(fileId: string, transactions: readonly Status[], confirmation = 'CNCL'): string {
  const inside = transactions.map(
    ([id, status, code]) => `<TxInfAndSts>
          <CxlStsId>C1</CxlStsId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>
          ${status === null ? '' : `<TxCxlSts>${status}</TxCxlSts>`}${reasonOf('CxlStsRsnInf', code)}
        </TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.09">
  <RsltnOfInvstgtn>
    <Assgnmt><Id>A1</Id><CreDtTm>2026-03-02T10:05:00+01:00</CreDtTm></Assgnmt>
    <Sts><Conf>${confirmation}</Conf></Sts>
    <CxlDtls>
      <OrgnlPmtInfAndSts>
        <OrgnlPmtInfId>${fileId}</OrgnlPmtInfId>${inside.join('')}
      </OrgnlPmtInfAndSts>
    </CxlDtls>
  </RsltnOfInvstgtn>
</Document>
`
}
