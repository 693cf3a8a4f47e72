import { types, type CustomTypesConfig } from 'pg'

/** Whole numbers of any size as bigint: a JavaScript number would lose digits of money. */
function whole(text: string): bigint | string {
  return /^-?\d+$/.test(text) ? BigInt(text) : text
}

/** A one-dimensional array of numbers in PostgreSQL's text form, `{1,NULL,3}`. */
function wholeArray(text: string): (bigint | string | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map((item) => (item === 'NULL' ? null : whole(item)))
}

const { INT8, NUMERIC } = types.builtins
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231

const own = new Map<number, (text: string) => unknown>([
  [INT8, whole],
  [NUMERIC, whole],
  [INT8_ARRAY, wholeArray],
  [NUMERIC_ARRAY, wholeArray],
])

/** How columns become values: `pg`'s own way, except for the types that contain money. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    (format !== 'binary' && own.get(type)) || types.getTypeParser(type, format),
}
