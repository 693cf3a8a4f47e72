import type { Query } from '@cambio/server/postgres/Database.ts'
import { serializeTransaction, type Address, type Hex } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import { tokenCurrencies, type TokenContracts } from '../ChainSettings.ts'
import { balanceAt } from '../payout/balanceAt.ts'
import { COIN, transferOf, type Transfer } from '../payout/transfer.ts'
import { bookedAt } from './bookedAt.ts'
import { findDepositWatch } from './DepositWatch.ts'

/** An unsigned transaction that sweeps a deposit. */
export type SweepStep = {
  readonly address: Address
  /** The child of the extended public key whose private key signs it. */
  readonly path: string
  readonly nonce: number
  readonly currency: string
  readonly units: bigint
  readonly unsigned: Hex
}

/** Tokens that cannot move because their address lacks the chain's own coin. */
export type MissingGas = { readonly address: Address; readonly wei: bigint }

/** ETH at an order's address that no deposit explains. Its owner must be found while it is still there. */
export type Unaccounted = { readonly orderId: string; readonly address: Address; readonly wei: bigint }

type Plan = {
  readonly steps: readonly SweepStep[]
  readonly gas: readonly MissingGas[]
  readonly unaccounted: readonly Unaccounted[]
}

const COIN_GAS = 21_000n
const TOKEN_GAS = 100_000n
/**
 * By how much the current network fee is multiplied, since fees may rise until the sweep is signed. The rest is swept
 * too.
 */
const ROOM_FOR_FEES = 2n

/**
 * Plans the sweep of everything at the deposit addresses to a wallet. Where an address holds ETH that is not in the
 * books, all its ETH stays: after a sweep no one could tell whose it was.
 * @throws Error when the node does not answer
 */
export async function planSweep(
  { query, client }: { readonly query: Query; readonly client: ChainClient },
  { chainId, tokens, destination }: { chainId: number; tokens: TokenContracts; destination: Address },
): Promise<Plan> {
  const watch = await findDepositWatch(query, chainId)
  const addresses = await query<{ address: Address; number: bigint; order_id: string }>({
    name: 'chain_sweep_addresses',
    text: `
      select a.address, a.number, a.order_id from chain_deposit_address a
      where a.chain_id = $1 and exists (select from chain_deposit d where d.address = a.address and d.state = 'final')
      order by a.number`,
    values: [chainId],
  })
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  const steps: SweepStep[] = []
  const gas: MissingGas[] = []
  const unaccounted: Unaccounted[] = []
  for (const { address, number, order_id: orderId } of addresses) {
    const balances = await Promise.all(
      tokenCurrencies.map(async (currency) => ({
        currency,
        units: await balanceAt(client, { address, tokens }, currency),
      })),
    )
    const moved = balances.filter(({ units }) => units > 0n)
    const coins = await balanceAt(client, { address, tokens }, COIN)
    const left = coins - (BigInt(moved.length) * TOKEN_GAS + COIN_GAS) * maxFeePerGas
    const taken = BigInt(moved.length) * TOKEN_GAS * maxFeePerGas
    if (coins < taken) {
      gas.push({ address, wei: taken * ROOM_FOR_FEES - coins })
      continue
    }
    const final = await balanceAt(client, { address, tokens }, COIN, watch?.height)
    const wei = final - (await bookedAt(query, address, COIN))
    if (wei > 0n) unaccounted.push({ orderId, address, wei })
    let nonce = await client.getTransactionCount({ address })
    const amounts = [...moved, ...(left > 0n && wei <= 0n ? [{ currency: COIN, units: left }] : [])]
    for (const amount of amounts) {
      const transfer: Transfer = transferOf(tokens, amount, destination)
      const unsigned = serializeTransaction({
        ...transfer,
        type: 'eip1559',
        chainId,
        nonce,
        gas: amount.currency === COIN ? COIN_GAS : TOKEN_GAS,
        maxFeePerGas,
        maxPriorityFeePerGas,
      })
      steps.push({ address, path: `0/${number}`, nonce, ...amount, unsigned })
      nonce += 1
    }
  }
  return { steps, gas, unaccounted }
}

/**
 * Stores what was exported, so that it is booked when it is seen, and that the wallet is the operator's. A later plan
 * with the nonce of an earlier one replaces it.
 */
export async function keepSweep(
  query: Query,
  { steps }: Plan,
  by: { chainId: number; destination: Address; actor: string; at: Date },
): Promise<void> {
  await query({
    name: 'chain_operator_wallet_add',
    text: `
      insert into chain_operator_wallet (chain_id, address, actor, named_at) values ($1, lower($2), $3, $4)
      on conflict do nothing`,
    values: [by.chainId, by.destination, by.actor, by.at],
  })
  for (const { address, nonce, currency, units } of steps)
    await query({
      name: 'chain_sweep_keep',
      text: `
        insert into chain_sweep (address, chain_id, nonce, currency, units, destination, actor, exported_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (address, chain_id, nonce) do update
        set currency = excluded.currency, units = excluded.units, destination = excluded.destination,
          actor = excluded.actor, exported_at = excluded.exported_at`,
      values: [address, by.chainId, nonce, currency, units, by.destination, by.actor, by.at],
    })
}
