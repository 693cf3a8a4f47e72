/**
 * The host of the page in whose tab the card fields stand, where it is registered with Apple: its sheet opens for that page,
 * whatever frames lie between.
 * Source: https://developer.apple.com/forums/thread/777004
 * @param ancestors the origins above the card fields, innermost first
 */
export function registeredHost(
  { domains }: { readonly domains: readonly string[] },
  ancestors: readonly string[],
): string | undefined {
  const top = URL.parse(ancestors.at(-1) ?? '')
  return top?.protocol === 'https:' && domains.includes(top.hostname) ? top.hostname : undefined
}
