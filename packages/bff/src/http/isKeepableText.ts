/** Whether a text can be stored unchanged: PostgreSQL stores no NUL, and an unpaired surrogate is not a character. */
export function isKeepableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
