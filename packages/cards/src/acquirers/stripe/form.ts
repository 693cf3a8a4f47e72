/** The fields of a request: strings in nested objects, as deep as the API wants. Undefined fields are not sent. */
export type Form = { readonly [name: string]: string | undefined | Form }

/** A form in the API's encoding: `{card: {number: '4'}}` is `card[number]=4`. */
export function encoded(form: Form): URLSearchParams {
  return new URLSearchParams(pairs(form, (name) => name))
}

function pairs(form: Form, named: (name: string) => string): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (typeof value === 'string') return [[named(name), value]]
    return pairs(value, (inner) => `${named(name)}[${inner}]`)
  })
}
