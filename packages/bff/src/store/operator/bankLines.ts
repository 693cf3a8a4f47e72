import { chart } from '@cambio/exchange/books/chart.ts'
import type { BankLines } from '@cambio/exchange/operator/bank/BankLines.ts'
import type { BankLine } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type * as Money from '@cambio/wire/Money.ts'
import { isLineNamed } from '../bank/isLineNamed.ts'
import { MISMATCHED_LINES } from '../bank/mismatchedLines.ts'
import { lockedStatements, saveOutcomes } from '../bank/statements.ts'
import type { StoreDeps } from '../StoreDeps.ts'

type Row = {
  readonly iban: string
  readonly reference: string
  readonly side: BankLine['side']
  readonly units: bigint
  readonly currency: string
  readonly booked_on: string | null
  readonly is_return: boolean
  readonly end_to_end_id: string | null
  readonly remittance: string
  readonly other_texts: string[]
  readonly party_name: string | null
  readonly party_iban: string | null
}

/** Lines of bank statements as the operator's verbs need them, inside a transaction. */
export function bankLines(deps: StoreDeps): BankLines {
  const { query } = deps
  return {
    async lock(name) {
      const [line] = await query<{ repeat: string | null }>({
        name: 'bank_line_hold',
        text: LOCK,
        values: [name],
      })
      return { mayRepeat: line?.repeat === 'open' }
    },
    async owedFor(name) {
      const values = [chart.owed(name)]
      const [owed] = await query<Money.Money>({ name: 'bank_line_owed', text: OWED, values })
      return owed
    },
    async mismatched(name) {
      const [mismatched] = await query<Money.Money>({
        name: 'bank_line_unfit',
        text: MISMATCHED,
        values: [name],
      })
      return mismatched
    },
    async decide(name, is) {
      const [row] = await query<Row>({ name: 'bank_line_decide', text: DECIDE, values: [name, is] })
      return row && { iban: row.iban, line: lineOf(row) }
    },
    async take({ iban, line }, work) {
      const fresh = [{ ...line, mayRepeat: false }]
      const outcomes = await work(lockedStatements(deps, iban), fresh)
      await saveOutcomes(query, iban, fresh, outcomes)
      return outcomes[0]
    },
  }
}

const LOCK = `select e.repeat from bank_entry e where ${isLineNamed('e', '$1')} for update`

const OWED = `
  select a.asset as currency, -sum(p.units) as units from account a join posting p on p.account_id = a.id
  where a.name = $1 and p.layer = 'posted' group by a.id having sum(p.units) <> 0`

const MISMATCHED = `select e.currency, e.units ${MISMATCHED_LINES} and ${isLineNamed('e', '$1')}`

const DECIDE = `
  update bank_entry e set repeat = $2
  where e.repeat = 'open' and ${isLineNamed('e', '$1')}
  returning e.iban, e.reference, e.side, e.units, e.currency, e.booked_on, e.is_return, e.end_to_end_id, e.remittance,
    e.other_texts, e.party_name, e.party_iban`

function lineOf(row: Row): BankLine {
  return {
    reference: row.reference,
    side: row.side,
    amount: { units: row.units, currency: row.currency },
    bookedOn: row.booked_on,
    isReturn: row.is_return,
    endToEndId: row.end_to_end_id,
    remittance: row.remittance,
    otherTexts: row.other_texts,
    party: { name: row.party_name, iban: row.party_iban },
  }
}
