import type { Money } from '@cambio/wire/Money.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { isToken } from '../payout/transfer.ts'

/** A payment of exactly this amount in the form that wallets read from a link or a QR code (EIP-681). */
export function paymentUri(
  { chainId, tokens }: Pick<ChainSettings, 'chainId' | 'tokens'>,
  { to, amount: { units, currency } }: { readonly to: string; readonly amount: Money },
): string {
  return isToken(currency)
    ? `ethereum:${tokens[currency]}@${chainId}/transfer?address=${to}&uint256=${units}`
    : `ethereum:${to}@${chainId}?value=${units}`
}
