import type { Entry, Kind, Transaction } from './Camt053.ts'

/**
 * Whether the bank says that an entry reverses an earlier one: by its reversal indicator, by a return reason, or by the
 * kind of transaction. The sender's text does not count.
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

/** Sub-families of ISO 20022's bank transaction codes: a payment that was returned or recalled. */
const subFamilies = new Set(['RRTN', 'RPCR'])

function isReturnKind(kind: Kind): boolean {
  const own = kind?.Prtry?.Cd ?? ''
  return (
    subFamilies.has(kind?.Domn?.Fmly?.SubFmlyCd ?? '') ||
    // SWIFT's code for a returned item, before a German bank's code of the kind or alone.
    /^NRTI\b/.test(own) ||
    // The German code for a returned SEPA credit transfer, where it has no SWIFT code.
    /^(N[A-Z]{3}\+)?159(\+|$)/.test(own)
  )
}
