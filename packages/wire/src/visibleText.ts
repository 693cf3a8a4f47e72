/** The text without invisible characters, such as the direction marks that are copied along with it. */
export function visibleText(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}
