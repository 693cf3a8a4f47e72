/** How a field treats the text in it. */
export type Rules = {
  /** The text in the field's own format. While text is being deleted nothing is added back. */
  tidy(text: string, deleting: boolean): string
  /** Why this text cannot be submitted, or null when it can. */
  problem(text: string): Problem | null
  /** Nothing more can be typed and nothing is wrong: the focus may move to the next field. */
  full(text: string): boolean
}

export type Problem = 'empty' | 'short' | 'wrong' | 'past'

/** The decimal digits of a text, full-width ones included. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}
