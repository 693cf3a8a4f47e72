/**
 * Whether an object in a JSON text, at any depth, names one of its members twice. Parsers differ in which of the two they
 * take, so that what was signed or logged as one thing would be done as another (RFC 8259, section 4).
 * @param text JSON that was parsed already; of anything else the answer has no meaning
 */
export function hasRepeatedMember(text: string): boolean {
  /** The names met so far in each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') {
      open.push(new Set())
      isName = true
    } else if (character === '[') {
      open.push(null)
      isName = false
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',') isName = open.at(-1) instanceof Set
    else if (character === '"') {
      const end = endOfString(text, at)
      if (isName && !isNew(open.at(-1), text.slice(at, end))) return true
      isName = false
      at = end - 1
    }
  }
  return false
}

/** Where the string ends that begins at a place, after its closing quotation mark. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** Notes a name as it is after its escapes are read: `"\u0061"` is `"a"`. */
function isNew(names: Set<string> | null | undefined, written: string): boolean {
  if (!names) return true
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  const { size } = names
  return names.add(name).size > size
}
