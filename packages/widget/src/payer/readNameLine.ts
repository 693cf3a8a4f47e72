/** A name in the form's two parts. */
export type NameLine = { readonly first_name: string; readonly last_name: string }

/**
 * Reads a whole name that was typed into the field of the first name. The last word is the last name, with the small
 * words before it: `Ludwig van Beethoven`. It is a proposal, which the buyer sees and may change.
 * @returns null for a single word
 */
export function readNameLine(line: string): NameLine | null {
  const words = line.trim().split(/\s+/)
  if (words.length < 2) return null
  const small = words.findIndex((word, index) => index > 0 && isSmall(word))
  const at = small === -1 || small === words.length - 1 ? words.length - 1 : small
  return { first_name: words.slice(0, at).join(' '), last_name: words.slice(at).join(' ') }
}

/**
 * The name after the buyer has changed the proposed last name. If the line ends with that last name, the rest is the
 * first name. Any other last name was not in the line, so that all of the line is the first name: `Mary Ann`, then
 * `Smith`.
 */
export function renamed(line: string, last_name: string): NameLine {
  const whole = line.trim().replace(/\s+/g, ' ')
  const end = ` ${last_name.trim()}`
  const first_name = end !== ' ' && whole.endsWith(end) ? whole.slice(0, -end.length) : whole
  return { first_name, last_name }
}

/** Whether a word is written in lower case, in a script that has it. */
function isSmall(word: string): boolean {
  return word === word.toLowerCase() && word !== word.toUpperCase()
}
