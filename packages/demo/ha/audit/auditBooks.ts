import type { Finding, Installation } from './Installation.ts'

/** The books of both programs are zero in sum, and agree with the card platform, the bank and the chain. */
export async function auditBooks({ cluster, programs }: Installation): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const expectNone = async (database: string, what: string, text: string) => {
    const rows = await cluster.query<object>(database, text)
    if (rows.length > 0) found.push({ is: 'wrong', what: `${what}: ${JSON.stringify(rows.slice(0, 3))}` })
  }
  for (const schema of ['exchange', 'cards'])
    await expectNone(schema, `the books of ${schema} are not zero`, unbalanced(schema))
  await expectNone('exchange', 'money is left on orders that have ended', LEFT_OVER)
  await expectNone('exchange', 'two pay-outs of one order', PAID_TWICE)
  const takenTwice = await cluster.query<{ order_id: string }>('exchange', TAKEN_TWICE)
  for (const { order_id: id } of takenTwice)
    found.push({ is: 'twice', what: `the card of ${id} was charged twice` })
  const [booked] = await cluster.query<Sum>('exchange', RECEIVABLE)
  const [captured] = await cluster.query<Sum>('cards', CAPTURED)
  if (booked?.units !== captured?.units)
    found.push({
      is: 'wrong',
      what: `${booked?.units} is booked as taken by card, and ${captured?.units} was taken`,
    })
  const [bank] = await cluster.query<Sum & { booked: string }>('exchange', BANK)
  if (bank?.units !== bank?.booked)
    found.push({ is: 'wrong', what: `the bank has ${bank?.units}, and the books say ${bank?.booked}` })
  for (const words of [
    ['ledger', 'verify'],
    ['chain', 'reconcile'],
  ]) {
    const { code, stdout, stderr } = await programs.command('exchange', words)
    if (code !== 0)
      found.push({ is: 'wrong', what: `“${words.join(' ')}” says ${(stdout + stderr).slice(-300)}` })
  }
  return found
}

/** Cents, as text. */
type Sum = { readonly units: string }

function unbalanced(schema: string): string {
  return `
    select a.asset, p.layer, sum(p.units)::text as units from ${schema}.posting p
    join ${schema}.account a on a.id = p.account_id group by 1, 2 having sum(p.units) <> 0`
}

const LEFT_OVER = `
  select a.name, a.asset, sum(p.units)::text as units from exchange.posting p
  join exchange.account a on a.id = p.account_id
  left join exchange.orders o on o.id = split_part(a.name, ':', 2)
  where a.name like 'order:%'
    and (o.id is null or o.status in ('finished', 'refunded', 'canceled', 'expired', 'error'))
  group by 1, 2 having sum(p.units) <> 0`

const PAID_TWICE = `
  select order_id from exchange.chain_payout where order_id is not null group by 1 having count(*) > 1`

/** Attempts whose money was taken and not given back. */
const TAKEN_TWICE = `
  select order_id from exchange.attempt where state = 'settled' group by 1 having count(*) > 1`

const RECEIVABLE = `
  select coalesce(sum(p.units), 0)::text as units from exchange.posting p
  join exchange.account a on a.id = p.account_id
  where a.name = 'card:receivable' and a.asset = 'EUR' and p.layer = 'posted'`

const CAPTURED = `
  select coalesce(sum(captured - refunded - charged_back), 0)::text as units from cards.transaction
  where currency = 'EUR'`

const BANK = `
  select (select coalesce(sum(units) filter (where side = 'credit'), 0) from exchange.bank_entry)::text as units,
    (select coalesce(sum(p.units), 0) from exchange.posting p join exchange.account a on a.id = p.account_id
      where a.name = 'bank' and a.asset = 'EUR' and p.layer = 'posted')::text as booked`
