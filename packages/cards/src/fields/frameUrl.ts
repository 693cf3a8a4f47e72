/**
 * The address of a fields session's frame. The fragment tells the parent page that wallet buttons may appear, so that
 * it can reserve room for them.
 * @param paymentUrl the platform's own address
 */
export function frameUrl(
  paymentUrl: string,
  { id, hasWallets }: { readonly id: string; readonly hasWallets: boolean },
): string {
  const url = new URL(`/fields/frame/${encodeURIComponent(id)}`, paymentUrl)
  if (hasWallets) url.hash = 'wallets'
  return url.href
}
