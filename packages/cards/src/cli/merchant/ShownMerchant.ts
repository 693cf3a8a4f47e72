import * as z from 'zod/mini'
import type { Merchant } from '../../merchant/Merchant.ts'
import type { ListedMerchant } from '../../store/merchants.ts'

/** A merchant as the command line shows it: without its password. */
export const ShownMerchant = z.object({
  client_key: z.string(),
  name: z.string(),
  descriptor: z.string(),
  mode: z.string(),
  acquirer: z.string(),
  blocked: z.boolean(),
  hash: z.string(),
  notification_url: z.nullable(z.string()),
  capture_delay_ms: z.nullable(z.number()),
  tokenization: z.boolean(),
  wallets: z.array(z.string()),
  ip_allow: z.nullable(z.array(z.string())),
  sales_per_second: z.nullable(z.number()),
  sales_per_minute: z.nullable(z.number()),
  declines_per_hour: z.nullable(z.number()),
  declines_per_day: z.nullable(z.number()),
  optional_fields: z.array(z.string()),
  signature: z.nullable(z.string()),
})
type ShownMerchant = z.infer<typeof ShownMerchant>

export function shown(merchant: ListedMerchant): ShownMerchant {
  return {
    client_key: merchant.id,
    name: merchant.name,
    descriptor: merchant.descriptor,
    mode: merchant.mode,
    acquirer: merchant.acquirer,
    blocked: merchant.blocked,
    hash: merchant.algorithm,
    notification_url: merchant.notificationUrl,
    capture_delay_ms: merchant.captureDelayMs,
    tokenization: merchant.tokenization,
    wallets: [...merchant.wallets],
    ip_allow: merchant.ipAllow && [...merchant.ipAllow],
    sales_per_second: merchant.salesPerSecond,
    sales_per_minute: merchant.salesPerMinute,
    declines_per_hour: merchant.declinesPerHour,
    declines_per_day: merchant.declinesPerDay,
    optional_fields: [...merchant.optionalFields],
    signature: merchant.signature,
  }
}

/** A merchant as it appears in a list. */
export function listed({ signer, formerSigner: _former, signatureKeys, ...rest }: Merchant): ListedMerchant {
  return { ...rest, algorithm: signer.algorithm, signature: signatureKeys[0]?.algorithm ?? null }
}
