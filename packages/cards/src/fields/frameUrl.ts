/**
 * Where the frame of a fields session is served. The fragment tells the page above that the buttons of wallets may appear, so
 * that it can keep room for them.
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
