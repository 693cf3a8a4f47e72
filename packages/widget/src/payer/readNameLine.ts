/** A name as it is asked for. */
export type NameLine = { readonly first_name: string; readonly last_name: string }

/**
 * Reads a whole name that was typed where the first name belongs. The last word is the last name, with the small words
 * before it: `Ludwig van Beethoven`. It is a proposal, which the buyer reads and may change.
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
 * The name as the buyer changes the last name that was proposed. A last name that the line ends with leaves the rest to
 * the first name; any other one was not in the line, so that all of it is the first name: `Mary Ann`, then `Smith`.
 */
export function renamed(line: string, last_name: string): NameLine {
  const whole = line.trim().replace(/\s+/g, ' ')
  const end = ` ${last_name.trim()}`
  const first_name = end !== ' ' && whole.endsWith(end) ? whole.slice(0, -end.length) : whole
  return { first_name, last_name }
}

/** Whether a word is written small, in letters that can be. */
function isSmall(word: string): boolean {
  return word === word.toLowerCase() && word !== word.toUpperCase()
}
