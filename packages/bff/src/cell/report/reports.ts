import type { LateCommand } from '@cambio/server/cli/Command.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** How one list of a report is put together over cells. */
export type ListOverCells = {
  /** The field that its rows are sorted by. */
  readonly by: string
  readonly isNewestFirst?: true
  /** Pairs of fields that have an amount and its currency: amounts are added up for each currency. */
  readonly sums?: readonly (readonly [amount: string, currency: string])[]
  /**
   * The field with an id that names its cell. A partner that moved left copies of its orders behind: of several rows with one id,
   * only that of the named cell is shown, or of the first cell where none is named.
   */
  readonly id?: string
}

/** A command that can be run over all cells: it only reads, and needs none of a cell's keys. */
export type Report = LateCommand<StoreDeps> & { readonly lists: Readonly<Record<string, ListOverCells>> }

const sums = [['amount', 'currency']] as const

/** The reports that can be run over all cells, with the lists that each answers. */
export const reports: readonly Report[] = [
  {
    name: 'owed list',
    load: async () => (await import('../../cli/owed/owedList.ts')).owedList,
    lists: {
      money: { by: 'since', sums },
      orders: { by: 'created_at', sums: [['held', 'held_currency']] },
      unfit: { by: 'booked_on', sums },
      unconfirmed: { by: 'exported_at', sums },
      repeats: { by: 'booked_on', sums },
      verifications: { by: 'opened_at' },
    },
  },
  {
    name: 'order search',
    load: async () => (await import('../../cli/order/orderSearch.ts')).orderSearch,
    lists: {
      orders: {
        by: 'created_at',
        isNewestFirst: true,
        id: 'client_order_id',
        sums: [
          ['payin_amount', 'payin_currency'],
          ['payout_amount', 'payout_currency'],
        ],
      },
    },
  },
  {
    name: 'request search',
    load: async () => (await import('../../cli/request/requestSearch.ts')).requestSearch,
    lists: { requests: { by: 'created_at', isNewestFirst: true, id: 'request_id' } },
  },
  {
    name: 'audit list',
    load: async () => (await import('../../cli/auditList.ts')).auditList,
    lists: { acts: { by: 'at', isNewestFirst: true } },
  },
  {
    name: 'balance show',
    load: async () => (await import('../../cli/balanceShow.ts')).balanceShow,
    lists: {
      balances: {
        by: 'currency',
        sums: [
          ['amount', 'currency'],
          ['reserved', 'currency'],
        ],
      },
    },
  },
  {
    name: 'sepa list',
    load: async () => (await import('../../cli/sepa/sepaList.ts')).sepaList,
    lists: {
      imported: { by: 'imported_at', isNewestFirst: true },
      reports: { by: 'imported_at', isNewestFirst: true },
      exported: { by: 'exported_at', isNewestFirst: true, sums },
    },
  },
]
