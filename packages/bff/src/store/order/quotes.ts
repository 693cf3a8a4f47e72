import type { QuoteStore } from '@cambio/exchange/request/QuoteStore.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { fromColumns, quoteNames, toColumns, type QuoteColumns } from './QuoteColumns.ts'

type QuoteRow = QuoteColumns & {
  readonly id: string
  readonly request_id: string
  readonly client_id: string | null
  readonly coupon: string | null
  readonly as_first: boolean
  readonly expires_at: Date
}

const quoteColumns = columns<QuoteRow>({
  ...quoteNames,
  id: true,
  request_id: true,
  client_id: true,
  coupon: true,
  as_first: true,
  expires_at: true,
})

export function quoteStore({ query }: StoreDeps): QuoteStore {
  return {
    async keep({ id, requestId, clientId, quote, coupon, asFirst, expiresAt }) {
      const row = {
        id,
        request_id: requestId,
        client_id: clientId,
        coupon,
        as_first: asFirst,
        expires_at: expiresAt,
        ...toColumns(quote),
      }
      const names = Object.keys(row)
      await query({
        name: 'quote_keep',
        text: `
          insert into quote (${names.join(', ')})
          values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        values: Object.values(row),
      })
    },
    async find(id) {
      const [row] = await query<QuoteRow>({
        name: 'quote_find',
        text: `select ${quoteColumns()} from quote where id = $1`,
        values: [id],
      })
      if (!row) return undefined
      return {
        id: row.id,
        requestId: row.request_id,
        clientId: row.client_id,
        quote: fromColumns(row),
        coupon: row.coupon,
        asFirst: row.as_first,
        expiresAt: row.expires_at,
      }
    },
  }
}
