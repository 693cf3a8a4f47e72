import { payinTraits, type PayinTraits } from '@cambio/exchange/payin/traits/PayinTraits.ts'

type Trait = {
  [Name in keyof PayinTraits]: PayinTraits[Name] extends boolean ? Name : never
}[keyof PayinTraits]

/** The ways to pay in that have a trait, as an SQL list. */
export function payinGroupList(trait: Trait): string {
  return Object.entries(payinTraits)
    .filter(([, traits]) => traits[trait])
    .map(([group]) => `'${group}'`)
    .join(', ')
}
