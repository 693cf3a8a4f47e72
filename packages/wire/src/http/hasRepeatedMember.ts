/**
 * Whether an object in a JSON text, at any depth, names one of its members twice. Parsers differ in which of the two
 * they use, so that what is done could differ from what was signed or logged (RFC 8259, section 4).
 * @param text JSON that was already parsed; for anything else the answer is meaningless
 */
export function hasRepeatedMember(text: string): boolean {
  /** The names found so far in each open object around the innermost; null for a list. */
  const outer: (Set<string> | null)[] = []
  /** Those of the innermost. */
  let names: Set<string> | null = null
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') {
      outer.push(names)
      names = new Set()
      isName = true
    } else if (character === '[') {
      outer.push(names)
      names = null
      isName = false
    } else if (character === '}' || character === ']') names = outer.pop() ?? null
    else if (character === ',') isName = names !== null
    else if (character === '"') {
      const end = endOfString(text, at)
      if (isName && names && !isNew(names, text.slice(at, end))) return true
      isName = false
      at = end - 1
    }
  }
  return false
}

/** The end of the string that begins at a position, after its closing quotation mark. */
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

/** Records a name after decoding its escapes: `"\u0061"` is `"a"`. */
function isNew(names: Set<string>, written: string): boolean {
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  const { size } = names
  return names.add(name).size > size
}
