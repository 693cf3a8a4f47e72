/** Whether a text can be kept as it is: PostgreSQL keeps no NUL, and half of a surrogate pair is no character. */
export function isKeepableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
