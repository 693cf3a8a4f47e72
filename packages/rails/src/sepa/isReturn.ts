import type { Entry, Kind, Transaction } from './Camt053.ts'

/**
 * Whether the bank says of an entry that it takes an earlier one back: by its sign of a reversal, by the reason of a
 * return, or by the kind of transaction. What its sender wrote says nothing.
 */
export function isReturn(entry: Entry, transaction: Transaction | undefined): boolean {
  return (
    entry.RvslInd === 'true' ||
    entry.RvslInd === '1' ||
    transaction?.RtrInf !== undefined ||
    isReturnKind(entry.BkTxCd) ||
    isReturnKind(transaction?.BkTxCd)
  )
}

/** Sub-families of ISO 20022's bank transaction codes: a payment that was returned, or called back. */
const subFamilies = new Set(['RRTN', 'RPCR'])

function isReturnKind(kind: Kind): boolean {
  const own = kind?.Prtry?.Cd ?? ''
  return (
    subFamilies.has(kind?.Domn?.Fmly?.SubFmlyCd ?? '') ||
    // SWIFT's word for a returned item, in front of a German bank's number of the kind, or alone.
    /^NRTI\b/.test(own) ||
    // The German number for a returned SEPA credit transfer, where it stands without that word.
    /^(N[A-Z]{3}\+)?159(\+|$)/.test(own)
  )
}
