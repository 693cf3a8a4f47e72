import { hasPostalCode, hasState } from '@cambio/wire/postalAddress.ts'
import { readPhone } from '@cambio/wire/readPhone.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import { payerFields, type PayerField, type TypedPayer } from './payerTexts.ts'

/**
 * The details as they are sent, and which of them are wrong by the rules of the wire's schema. The rules are repeated
 * here because a schema library would be a third of the later steps. The service checks the schema itself.
 */
export function readPayer(typed: TypedPayer): { payer: Payer; wrong: ReadonlySet<PayerField> } {
  const read = tidied(typed)
  const { state, postal_code, ...needed } = read
  const payer = { ...needed, ...(state !== '' && { state }), ...(postal_code !== '' && { postal_code }) }
  return { payer, wrong: new Set(payerFields.filter((name) => !isRight[name](read[name], read.country))) }
}

const isRight: Readonly<Record<PayerField, (text: string, country: string) => boolean>> = {
  first_name: upTo(32),
  last_name: upTo(32),
  birth_date: isDate,
  country: (text) => /^[A-Z]{2}$/.test(text),
  state: (text, country) => (text === '' ? !hasState(country) : text.length <= 32),
  city: upTo(40),
  address: upTo(255),
  postal_code: (text, country) => (text === '' ? !hasPostalCode(country) : text.length <= 10),
  phone: (text) => /^\+?[0-9 ()-]{5,31}$/.test(text),
}

function upTo(longest: number): (text: string) => boolean {
  return ({ length }) => length > 0 && length <= longest
}

/** An existing day such as `1990-02-28`. */
function isDate(text: string): boolean {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function tidied(typed: TypedPayer): TypedPayer {
  return {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    birth_date: typed.birth_date.trim(),
    country: typed.country.trim(),
    state: typed.state.trim(),
    city: typed.city.trim(),
    address: typed.address.trim(),
    postal_code: typed.postal_code.trim(),
    phone: readPhone(typed.phone),
  }
}
