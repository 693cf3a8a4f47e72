/** One way in which a secret could lie somewhere, by a name that a finding can be told by. */
export type Needle = { readonly form: string; readonly bytes: Buffer }

/** A card number as it could be written: as sent, as people write it, encoded, packed, or as a number. */
export function numberNeedles(digits: string): Needle[] {
  const groups = digits.match(/.{1,4}/g) ?? []
  const backwards = Buffer.from(digits).toReversed()
  const integer = Buffer.alloc(8)
  integer.writeBigUInt64BE(BigInt(digits))
  return [
    ...encodings('digits', digits),
    ...encodings('spaced digits', groups.join(' ')),
    ...encodings('dashed digits', groups.join('-')),
    { form: 'digits backwards', bytes: Buffer.from(backwards) },
    { form: 'packed digits', bytes: Buffer.from(digits, 'hex') },
    { form: 'integer', bytes: integer },
    { form: 'integer, low byte first', bytes: Buffer.from(integer.toReversed()) },
  ]
}

const codeNames = ['card_cvv2', 'cvv2', 'cvv', 'cvc', 'code', 'security_code']

/** A security code beside its name, since three or four digits alone are everywhere: forms, JSON, parts of a form. */
export function codeNeedles(code: string): Needle[] {
  return codeNames.flatMap((name) => [
    ...encodings(`${name} in a form`, `${name}=${code}`),
    ...encodings(`${name} in JSON`, `"${name}":"${code}"`),
    ...encodings(`${name} in spaced JSON`, `"${name}": "${code}"`),
    ...encodings(`${name} in JSON within JSON`, `\\"${name}\\":\\"${code}\\"`),
    ...encodings(`${name} as a part`, `name="${name}"\r\n\r\n${code}`),
  ])
}

/** How many bytes of a needle are compared with a table first. */
const START = 4

/**
 * Makes a search for needles of at least four bytes, which goes through some bytes once, however many needles there are.
 * @returns the search, which answers the forms of those that it found
 */
export function searchFor(needles: readonly Needle[]): (bytes: Uint8Array) => string[] {
  const byStart = Map.groupBy(needles, ({ bytes }) => bytes.readUInt32BE(0))
  const mayStart = new Uint8Array(0x1_0000)
  for (const start of byStart.keys()) mayStart[placeOf(start)] = 1
  return (bytes) => {
    const hay = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const found = new Set<Needle>()
    let start = 0
    for (let end = 1; end <= hay.length; end++) {
      start = (start << 8) | (hay[end - 1] ?? 0)
      if (end < START || mayStart[placeOf(start)] === 0) continue
      for (const needle of byStart.get(start >>> 0) ?? [])
        if (!found.has(needle) && isAt(needle, hay, end - START)) found.add(needle)
    }
    return needles.filter((needle) => found.has(needle)).map(({ form }) => form)
  }
}

/** Spreads the starts over a small table. */
function placeOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> 16
}

function isAt({ bytes }: Needle, hay: Buffer, at: number): boolean {
  return bytes.equals(hay.subarray(at, at + bytes.length))
}

function encodings(form: string, text: string): Needle[] {
  const bytes = Buffer.from(text)
  const percent = encodeURIComponent(text)
  return [
    { form, bytes },
    ...(percent === text ? [] : [{ form: `${form}, percent`, bytes: Buffer.from(percent) }]),
    { form: `${form}, UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    { form: `${form}, hex`, bytes: Buffer.from(bytes.toString('hex')) },
    { form: `${form}, HEX`, bytes: Buffer.from(bytes.toString('hex').toUpperCase()) },
    ...[0, 1, 2].map((before) => ({ form: `${form}, base64`, bytes: within64(bytes, before) })),
  ]
}

/** The part of a base64 text that is the same whatever stands around these bytes, `before` bytes into a group of three. */
function within64(bytes: Buffer, before: number): Buffer {
  const padded = Buffer.concat([Buffer.alloc(before), bytes])
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64')
  return Buffer.from(whole.slice(before === 0 ? 0 : before + 1))
}
