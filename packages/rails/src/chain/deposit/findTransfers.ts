import type { Query } from '@cambio/server/postgres/Database.ts'
import { BlockNotFoundError, decodeFunctionData, erc20Abi, getAddress, type Address, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import { tokenCurrencies, type ChainSettings, type TokenContracts } from '../ChainSettings.ts'
import { nodeFaultOf } from '../NodeFault.ts'
import { COIN, isSame } from '../payout/transfer.ts'
import type { ReadBlock } from './readBlocks.ts'
import { ourAddresses, type IncomingTransfer, type MinedBlock } from './StoredDeposit.ts'

type Asking = { readonly client: ChainClient; readonly query: Query; readonly settings: ChainSettings }

/** A transfer before its place among those of its transaction is known. */
type Transfer = Omit<IncomingTransfer, 'entry'>

/**
 * More units than exist of any coin. A pending transaction may name any amount, and fails when it is executed. An
 * amount that no account can have is not stored, and would not fit the books.
 */
const MORE_THAN_ANY = 10n ** 30n

/** What our addresses received in these blocks. @throws Error when the node does not answer */
export async function transfersIn(
  { client, query }: Omit<Asking, 'settings'>,
  blocks: readonly ReadBlock[],
): Promise<IncomingTransfer[]> {
  const recipients = blocks.flatMap(({ coins, tokens }) => [...coins, ...tokens].map(({ to }) => to))
  const ours = await ourAddresses(query, [...new Set(recipients)])
  const coins = blocks.flatMap((block) =>
    block.coins
      .filter(({ to }) => ours.has(to))
      .map(({ txid, from, to, nonce, amount }): Transfer => {
        return { address: to, txid, sender: from, signer: from, nonce, amount, block: minedBlock(block) }
      }),
  )
  const moved = await Promise.all(coins.map((each) => hasSucceeded(client, each.txid)))
  const tokens = blocks.flatMap((block) =>
    block.tokens
      .filter(({ to }) => ours.has(to))
      .map(async ({ txid, from, to, amount }): Promise<Transfer> => {
        const { from: signer, nonce } = await client.getTransaction({ hash: txid })
        const sent = { txid, sender: from, signer: getAddress(signer), nonce, amount }
        return { address: to, ...sent, block: minedBlock(block) }
      }),
  )
  return named([...coins.filter((_, index) => moved[index]), ...(await Promise.all(tokens))])
}

/**
 * Pending transfers to our addresses. Empty where the node does not list pending transactions.
 * @throws Error when the node does not answer, or is called too often: then it is unknown whether anything is pending
 */
export async function transfersWaiting({ client, query, settings }: Asking): Promise<IncomingTransfer[]> {
  const pending = await client
    .getBlock({ blockTag: 'pending', includeTransactions: true })
    .catch((error: unknown) => {
      const fault = nodeFaultOf(error)
      if (error instanceof BlockNotFoundError || fault?.is === 'refused') return undefined
      throw error
    })
  const transfers = (pending?.transactions ?? []).flatMap(
    ({ hash, from, to, value, input, nonce }): Transfer[] => {
      const paid = to === null ? undefined : paidBy(settings.tokens, { to, value, input })
      if (!paid) return []
      const signer = getAddress(from)
      return [{ ...paid, txid: hash, sender: signer, signer, nonce, block: null }]
    },
  )
  const ours = await ourAddresses(query, [...new Set(transfers.map(({ address }) => address))])
  return named(transfers.filter(({ address }) => ours.has(address)))
}

function minedBlock({ number, hash, minedAt }: MinedBlock): MinedBlock {
  return { number, hash, minedAt }
}

async function hasSucceeded(client: ChainClient, hash: Hash): Promise<boolean> {
  return (await client.getTransactionReceipt({ hash })).status === 'success'
}

/** The recipient and the amount of a transaction. */
function paidBy(
  tokens: TokenContracts,
  { to, value, input }: { readonly to: Address; readonly value: bigint; readonly input: Hash },
): Pick<IncomingTransfer, 'address' | 'amount'> | undefined {
  const currency = tokenCurrencies.find((each) => isSame(tokens[each], to))
  if (!currency)
    return value > 0n ? { address: getAddress(to), amount: { units: value, currency: COIN } } : undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input })
    if (functionName !== 'transfer' || args[1] === 0n || args[1] >= MORE_THAN_ANY) return undefined
    return { address: getAddress(args[0]), amount: { units: args[1], currency } }
  } catch {
    return undefined // The call is not part of the standard.
  }
}

/** Names each transfer by its transaction, its coin and its place among equal transfers to one address. */
function named(transfers: readonly Transfer[]): IncomingTransfer[] {
  const counts = new Map<string, number>()
  return transfers.map((transfer) => {
    const key = `${transfer.txid}:${transfer.amount.currency}`
    const count = (counts.get(`${key}:${transfer.address}`) ?? 0) + 1
    counts.set(`${key}:${transfer.address}`, count)
    return { ...transfer, entry: `${key}:${count}` }
  })
}
