import type { PaidWallet, PaidWallets } from '@cambio/exchange/place/PaidWallets.ts'
import type { StoreDeps } from '../StoreDeps.ts'

type WalletRow = {
  readonly payout_currency: string
  readonly payout_group: PaidWallet['group']
  readonly address: string
  readonly memo: string | null
}

/**
 * The wallets that a client's own orders were paid to. The wallet of an order that its partner placed is the partner's
 * choice, not the client's.
 */
export function paidWallets({ query }: StoreDeps): PaidWallets {
  return {
    async list(clientId, most) {
      const rows = await query<WalletRow>({ name: 'paid_wallets', text: LIST, values: [clientId, most] })
      return rows.map(({ payout_currency: currency, payout_group: group, address, memo }) => ({
        currency,
        group,
        address,
        memo,
      }))
    },
    async isPaid(clientId, { currencies, group, address, memo }) {
      const values = [clientId, currencies, group, address, memo]
      return (await query<object>({ name: 'paid_wallet_is', text: IS_PAID, values })).length > 0
    },
  }
}

const OWN = `client_id = $1 and status = 'finished' and origin <> 'partner' and payout_group <> 'balance'`

const LIST = `
  select payout_currency, payout_group, address, memo from orders where ${OWN}
  group by payout_currency, payout_group, address, memo order by max(created_at) desc, address limit $2`

const IS_PAID = `
  select 1 as is_paid from orders where ${OWN}
    and payout_currency = any($2) and payout_group = $3 and address = $4 and memo is not distinct from $5 limit 1`
