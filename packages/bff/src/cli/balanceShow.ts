import { chart } from '@cambio/exchange/books/chart.ts'
import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { StoreDeps } from '../store/StoreDeps.ts'
import { partnerIdOf } from './catalogue/partnerIdOf.ts'
import { signed } from './signed.ts'

type Row = { readonly currency: string; readonly posted: bigint; readonly reserved: bigint }

/** What a partner or a client has with the exchange. */
export const balanceShow = command({
  name: 'balance show',
  summary: [
    'Shows what a partner has with you, or one of its clients: in all, and what of it waits for a withdrawal’s code.',
    'A client is named by its e-mail or its client_external_id, with --partner where two partners have one.',
  ].join('\n'),
  words: { whose: required(text('<partner or client>'), 'Name a partner or a client.') },
  options: { partner: optional(text('PARTNER')) },
  json: z.object({
    owner: z.string(),
    balances: z.array(z.object({ currency: z.string(), amount: z.string(), reserved: z.string() })),
  }),
  async run(deps: StoreDeps, { words: { whose }, options: { partner } }) {
    const owner = await ownerOf(deps, whose, await partnerIdOf(deps, partner))
    const rows = await deps.query<Row>({ name: 'cli_balance', text: BALANCE, values: [owner] })
    const balances = rows.map(({ currency, posted, reserved }) => ({
      currency,
      amount: signed({ units: posted, currency }),
      reserved: signed({ units: reserved, currency }),
    }))
    const lines = balances.map(
      ({ currency, amount, reserved }) => `${currency.padEnd(9)}${amount}  reserved ${reserved}`,
    )
    return { text: lines.join('\n') || `${whose} has nothing with you.`, data: { owner, balances } }
  },
})

/** The account of whom a call names. @throws CallRefused where there is nobody @throws BadCall where there is more than one */
async function ownerOf(deps: StoreDeps, whose: string, partnerId: string | null): Promise<string> {
  const found = await deps.query<{ kind: 'partner' | 'client'; id: string }>({
    name: 'cli_balance_owner',
    text: OWNERS,
    values: [whose, partnerId],
  })
  const [owner, other] = found
  if (!owner) throw new CallRefused(`There is no partner or client ${whose}.`)
  if (other) throw new BadCall(`${found.length} are called ${whose}: name the partner with --partner.`)
  return owner.kind === 'partner' ? chart.partnerBalance(owner.id) : chart.clientBalance(owner.id)
}

const OWNERS = `
  select 'partner' as kind, id from partner where $2::text is null and (id = $1 or api_key = $1 or name = $1)
  union
  select 'client', c.id from client c left join client_account a on a.client_id = c.id
  where (c.id = $1 or c.email = lower($1) or a.external_id = $1) and ($2::text is null or c.partner_id = $2)`

/** Credits stand below zero in the books; what is reserved stands above it, in the other layer. */
const BALANCE = `
  select a.asset as currency,
    coalesce(-sum(p.units) filter (where p.layer = 'posted'), 0) as posted,
    coalesce(sum(p.units) filter (where p.layer = 'pending'), 0) as reserved
  from account a left join posting p on p.account_id = a.id
  where a.name = $1 group by a.id order by a.asset`
