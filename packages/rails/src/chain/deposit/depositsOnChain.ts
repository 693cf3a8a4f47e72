import type { DepositRail } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { depositAccount } from './DepositAccount.ts'
import { findDepositWatch } from './DepositWatch.ts'
import { paymentUri } from './paymentUri.ts'
import { listDepositsOf } from './StoredDeposit.ts'

/** A chain as a way to pay in: each order has an address of its own. */
export function depositsOnChain(
  { database, clock }: ChainDeps,
  settings: ChainSettings,
  xpub: string,
): DepositRail {
  const { query } = database
  const { chainId, confirmations } = settings
  const account = depositAccount(xpub)

  async function nextNumber(): Promise<number> {
    const [row] = await query<{ number: bigint }>({
      name: 'chain_deposit_number',
      text: `select nextval('chain_deposit_number') as number`,
      values: [],
    })
    if (!row) throw new Error('A sequence has a next number')
    return Number(row.number)
  }

  return {
    confirmations,
    async newAddress(orderId) {
      if (!(await findDepositWatch(query, chainId)))
        throw new Refusal(
          'unavailable',
          'The chain was not reached yet; no order was placed. Try again in a moment',
        )
      const number = await nextNumber()
      const address = account.addressAt(number)
      await query({
        name: 'chain_deposit_address_add',
        text: `
          insert into chain_deposit_address (address, chain_id, order_id, account, number, made_at)
          values ($1, $2, $3, $4, $5, $6)`,
        values: [address, chainId, orderId, account.fingerprint, number, clock.now()],
      })
      return address
    },
    paymentUri: (to, amount) => paymentUri(settings, { to, amount }),
    async depositsOf(orderId) {
      const watch = await findDepositWatch(query, chainId)
      const recorded = await listDepositsOf(query, orderId)
      return {
        until: watch?.lookedAt ?? new Date(0),
        deposits: recorded.map(({ entry, amount, sender, signer, txid, isReplacement, state, block }) => ({
          entry,
          amount,
          senders: [sender, signer],
          txid,
          isReplacement,
          state,
          minedAt: block?.minedAt ?? null,
          confirmations: block && watch ? Math.max(0, Number(watch.head - block.number) + 1) : 0,
        })),
      }
    },
  }
}
