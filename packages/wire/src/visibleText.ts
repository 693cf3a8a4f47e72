/** The text without the characters that no one can see, such as the direction marks that come along when it is copied. */
export function visibleText(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}
