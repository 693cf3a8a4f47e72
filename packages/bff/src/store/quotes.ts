import type { QuoteStore } from '@cambio/exchange/ports/Store.ts'
import { fromColumns, toColumns, type QuoteColumns } from './QuoteColumns.ts'
import type { StoreDeps } from './StoreDeps.ts'

type QuoteRow = QuoteColumns & {
  readonly id: string
  readonly request_id: string
  readonly coupon: string | null
  readonly expires_at: Date
}

export function quoteStore({ query }: StoreDeps): QuoteStore {
  return {
    async keep({ id, requestId, quote, coupon, expiresAt }) {
      const columns = { id, request_id: requestId, coupon, expires_at: expiresAt, ...toColumns(quote) }
      const names = Object.keys(columns)
      await query({
        name: 'quote_keep',
        text: `
          insert into quote (${names.join(', ')})
          values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        values: Object.values(columns),
      })
    },
    async find(id) {
      const [row] = await query<QuoteRow>({
        name: 'quote_find',
        text: 'select * from quote where id = $1',
        values: [id],
      })
      if (!row) return undefined
      const { request_id: requestId, coupon, expires_at: expiresAt } = row
      return { id: row.id, requestId, quote: fromColumns(row), coupon, expiresAt }
    },
  }
}
