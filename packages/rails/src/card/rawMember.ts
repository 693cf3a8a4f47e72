/**
 * The exact text of one member of a JSON object, as it stood in the body; null when the object does not have it. Of a
 * member that occurs twice the last one counts, as in JSON.parse.
 * @param text an object that JSON.parse has accepted; for anything else the result has no meaning
 */
export function rawMember(text: string, name: string): string | null {
  let raw: string | null = null
  let at = afterSpace(text, 0) + 1
  for (;;) {
    at = afterSpace(text, at)
    if (text[at] !== '"') return raw
    const nameEnd = afterString(text, at)
    const memberName: unknown = JSON.parse(text.slice(at, nameEnd))
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1)
    const end = afterValue(text, start)
    if (memberName === name) raw = text.slice(start, end)
    at = afterSpace(text, end) + 1
  }
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

function afterString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function afterValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return afterString(text, from)
  if (first !== '{' && first !== '[') return afterScalar(text, from)
  let depth = 0
  let at = from
  do {
    const character = text[at]
    if (character === '"') {
      at = afterString(text, at)
      continue
    }
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    at += 1
  } while (depth > 0 && at < text.length)
  return at
}

function afterScalar(text: string, from: number): number {
  let at = from
  while (at < text.length && !',]} \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}
