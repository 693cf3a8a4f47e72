import { Refusal } from './Refusal.ts'

/** The fields of a request as sent. An empty value counts as not sent. */
export type Form = { readonly fields: ReadonlyMap<string, string>; readonly unreadable: ReadonlySet<string> }

/**
 * Reads application/x-www-form-urlencoded or multipart/form-data. A field that was sent twice with different values, as
 * a file, with unprintable characters or in no UTF-8 is `unreadable`, since guessing what was meant could move money.
 * @throws Refusal `invalid` when the body is no form at all
 */
export async function readForm(request: Request): Promise<Form> {
  const fields = new Map<string, string>()
  const unreadable = new Set<string>()
  for (const [name, value] of await entriesOf(request)) {
    if (value === '') continue
    const earlier = fields.get(name)
    if (
      typeof value !== 'string' ||
      unprintable.test(value) ||
      (earlier !== undefined && earlier !== value)
    ) {
      unreadable.add(name)
    } else {
      fields.set(name, value)
    }
  }
  return { fields, unreadable }
}

/**
 * Control characters, and the replacement character that stands for bytes that were no UTF-8. Line breaks and tabs may
 * stand in a text, and are for the field to refuse.
 */
const unprintable = /(?![\t\n\r])[\p{Cc}\uFFFD]/u

async function entriesOf(request: Request): Promise<Iterable<[string, unknown]>> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(await request.text())
  if (type !== 'multipart/form-data') throw new Refusal('invalid')
  try {
    return await request.formData()
  } catch {
    throw new Refusal('invalid')
  }
}
