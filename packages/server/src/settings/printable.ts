/**
 * What makes a terminal do something instead of showing a letter: controls of C0 and C1, escape sequences among them, what
 * turns the direction of writing, and what ends a line. A tab and the end of a line of ours are no such thing.
 */
const CONTROL =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'
const LINE_BREAK = '\\r\\n'

const controls = new RegExp(`[${CONTROL}]|\\r(?!\\n)`, 'g')
const controlsAndLineBreaks = new RegExp(`[${CONTROL}${LINE_BREAK}]`, 'g')

/** A text as a person may read it on a terminal, in one line: whatever else it would do there is written as its escape. */
export function printableLine(text: string): string {
  return text.replace(controlsAndLineBreaks, escaped)
}

/**
 * A text of several lines as a person may read it on a terminal.
 * @param said what the text tells of, such as names that strangers chose: a line break within one of these is no end of a
 *   line, but would look like one
 */
export function printable(text: string, said: unknown = []): string {
  return (
    textsWithLines(said)
      // A text that is all there is to print, such as a file, is a document of ours with lines of its own.
      .filter((each) => each !== text)
      .toSorted((one, other) => other.length - one.length)
      .reduce((whole, each) => whole.replaceAll(each, () => printableLine(each)), text)
      .replace(controls, escaped)
  )
}

/** A JSON text that does the same nothing on a terminal, and is the same JSON: such letters stand in its strings alone. */
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

/** Every text in a value that has a line break, and more than that. */
function textsWithLines(value: unknown): string[] {
  if (typeof value === 'string') return /[\r\n]/.test(value) && value.trim() !== '' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsWithLines)
}
