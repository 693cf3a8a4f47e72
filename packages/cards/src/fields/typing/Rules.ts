/** What a field makes of the text in it. */
export type Rules = {
  /** The text in the field's own form; while something is being deleted nothing is added back. */
  tidy(text: string, deleting: boolean): string
  /** What stops this text from being handed in, or null when nothing does. */
  problem(text: string): Problem | null
  /** Nothing more can be typed and nothing is wrong: the buyer may be taken to the next field. */
  full(text: string): boolean
}

export type Problem = 'empty' | 'short' | 'wrong' | 'past'

/** The decimal digits of a text, full-width ones included. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}
