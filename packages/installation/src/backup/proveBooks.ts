import { orderLeftovers } from '@cambio/bff/store/ledger/orderLeftovers.ts'
import { sumsOf } from '@cambio/bff/store/ledger/sumsOf.ts'
import { verifyLedger } from '@cambio/bff/store/ledger/verifyLedger.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { imbalances, readWholeLedger } from '@cambio/server/postgres/Ledger.ts'
import type { Owned } from '../Owned.ts'
import { comparePlatform } from './comparePlatform.ts'
import type { Proof } from './Proof.ts'

/**
 * Proves the books of both programs: that they sum to zero, that they were not altered since they were written, and
 * that what the exchange booked of each card payment is what the platform did.
 * @param databases the restored databases; missing seals are made there
 */
export async function proveBooks(
  databases: readonly Owned[],
  { merchantId, now }: { merchantId: string; now: () => Date },
): Promise<Proof[]> {
  const open = databases.map(({ name, url, schema }) => ({
    name,
    database: openDatabase({ url, schema, max: 2 }),
  }))
  const of = (wanted: Owned['name']) => open.find(({ name }) => name === wanted)?.database
  try {
    const [exchange, cards] = [of('exchange'), of('cards')]
    return [
      ...(exchange
        ? [await exchangeBalance(exchange), await leftovers(exchange), await chain(exchange, now)]
        : []),
      ...(cards ? [await platformBalance(cards)] : []),
      ...(exchange && cards ? [await comparePlatform({ exchange, cards, merchantId })] : []),
    ]
  } finally {
    for (const { database } of open) await database.close()
  }
}

function exchangeBalance(database: Database): Promise<Proof> {
  return database.transaction(async (query) => {
    await readWholeLedger(query)
    const sums = await sumsOf(query)
    const wrong = sums.filter(({ units }) => units !== 0n)
    return balance('trial balance of the exchange', wrong)
  })
}

function platformBalance(database: Database): Promise<Proof> {
  return database.transaction(async (query) => {
    await readWholeLedger(query)
    return balance('trial balance of the card platform', await imbalances(query))
  })
}

function balance(proof: string, wrong: readonly { asset: string; layer: string }[]): Proof {
  const named = wrong.map(({ asset, layer }) => `${asset} (${layer})`).join(', ')
  return wrong.length === 0
    ? { proof, holds: true, finding: 'Every asset sums to zero.' }
    : { proof, holds: false, finding: `These do not sum to zero: ${named}.` }
}

async function leftovers({ query }: Database): Promise<Proof> {
  const left = await orderLeftovers(query)
  const proof = 'ended orders'
  return left.length === 0
    ? { proof, holds: true, finding: 'No money is left on the account of an ended order.' }
    : { proof, holds: false, finding: `Money is left of ${left.map(({ orderId }) => orderId).join(', ')}.` }
}

async function chain({ query }: Database, now: () => Date): Promise<Proof> {
  const { firstAltered, postings, unproved, unprovedPostings, end } = await verifyLedger({ query, now })
  const proof = 'sealed chain'
  const counts = [
    ...(unproved > 0n
      ? [`; of ${counted(unproved, 'journal', 'journals')} more the seals are archived`]
      : []),
    ...(unprovedPostings > 0n ? [`; ${counted(unprovedPostings, 'more is', 'more are')} archived`] : []),
  ].join('')
  return firstAltered === null
    ? {
        proof,
        holds: true,
        finding: `${counted(postings, 'posting is', 'postings are')} as written${counts}${end ? `; the chain ends on ${end.day} with ${end.hash}` : ''}.`,
      }
    : { proof, holds: false, finding: `The books were altered; the first row is ${firstAltered}.` }
}
