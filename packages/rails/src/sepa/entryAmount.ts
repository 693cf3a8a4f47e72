import { isIso4217 } from '@cambio/wire/decimalsOf.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Amount } from './Camt053.ts'
import { EntryUnreadable } from './EntryUnreadable.ts'

/**
 * An amount above zero as a bank writes it. The schema allows `.5`, `5.`, `+5`, leading zeros, and more trailing zeros
 * than the currency has decimals, all of which are unambiguous.
 * @throws EntryUnreadable
 */
export function entryAmount({ '#text': text, '@Ccy': code }: Amount): Money.Money {
  // An amount in a currency that is not sold here is money all the same, although no order matches it.
  if (!isIso4217(code))
    throw new EntryUnreadable(`It has an amount in ${code}, which is no currency of ISO 4217.`)
  const plain = text
    .replace(/^\+/, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  const amount = Money.parse(plain, code)
  if (typeof amount === 'string')
    throw new EntryUnreadable(`It has the amount “${text}” ${code}, ${wrongWith[amount]}.`)
  return amount
}

const wrongWith: Readonly<Record<Money.Unreadable, string>> = {
  amount_invalid: 'which is no number above zero: camt.053 says by CdtDbtInd which way money went',
  amount_precision: 'which has more digits than the currency',
}

export function isZeroAmount({ '#text': text }: Amount): boolean {
  return /^\+?(0+\.?0*|\.0+)$/.test(text)
}
