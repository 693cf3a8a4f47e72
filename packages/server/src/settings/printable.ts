/**
 * Characters that control a terminal: C0 and C1 controls, including escape sequences, changes of the writing direction,
 * and line breaks. A tab is allowed, and so are our own line breaks.
 */
const CONTROL =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'
const LINE_BREAK = '\\r\\n'

const controls = new RegExp(`[${CONTROL}]|\\r(?!\\n)`, 'g')
const controlsAndLineBreaks = new RegExp(`[${CONTROL}${LINE_BREAK}]`, 'g')

/** A text for one line of a terminal: control characters are written as their escapes. */
export function printableLine(text: string): string {
  return text.replace(controlsAndLineBreaks, escaped)
}

/**
 * A text of several lines for a terminal.
 * @param said data in the text, such as names from outside: a line break within it is escaped, since it would look like
 * one of ours
 */
export function printable(text: string, said: unknown = []): string {
  return (
    textsWithLines(said)
      // If the data is the whole text, such as a file, it is our own document with its own lines.
      .filter((each) => each !== text)
      .toSorted((one, other) => other.length - one.length)
      .reduce((whole, each) => whole.replaceAll(each, () => printableLine(each)), text)
      .replace(controls, escaped)
  )
}

/** A JSON text without control characters, which stays equal JSON: they occur only in its strings. */
export function printableJson(json: string): string {
  return json.replace(controls, (control) => `\\u${code(control).padStart(4, '0')}`)
}

function escaped(control: string): string {
  if (control === '\n') return '\\n'
  if (control === '\r') return '\\r'
  return control < '\u0100' ? `\\x${code(control).padStart(2, '0')}` : `\\u${code(control).padStart(4, '0')}`
}

function code(control: string): string {
  return control.charCodeAt(0).toString(16)
}

/** Every text in a value that has a line break and other characters. */
function textsWithLines(value: unknown): string[] {
  if (typeof value === 'string') return /[\r\n]/.test(value) && value.trim() !== '' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsWithLines)
}
