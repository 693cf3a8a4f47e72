import type { LateCommand } from '@cambio/server/cli/Command.ts'
import type { ReportDeps } from './cellDatabases.ts'

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
export type Report = LateCommand<ReportDeps> & {
  readonly lists: Readonly<Record<string, ListOverCells>>
  /** Fields of the answer that are no rows: they are shown as one row for each cell, in the list `summary`. */
  readonly summary?: readonly string[]
}

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
    name: 'partner list',
    load: async () => (await import('../../cli/partner/partnerList.ts')).partnerList,
    lists: { partners: { by: 'name' } },
  },
  {
    name: 'client search',
    load: async () => (await import('../../cli/client/clientSearch.ts')).clientSearch,
    lists: { clients: { by: 'created_at', isNewestFirst: true } },
  },
  {
    name: 'callback list',
    load: async () => (await import('../../cli/callback/callbackList.ts')).callbackList,
    lists: { callbacks: { by: 'created_at', isNewestFirst: true } },
  },
  {
    name: 'ledger trial-balance',
    load: async () => (await import('../../cli/ledger/ledgerTrialBalance.ts')).ledgerTrialBalance,
    summary: ['balanced'],
    lists: {
      assets: { by: 'asset', sums: [['sum', 'asset']] },
      leftovers: { by: 'client_order_id', sums: [['sum', 'asset']] },
    },
  },
  {
    name: 'ledger verify',
    load: async () => (await import('../../cli/ledger/ledgerVerify.ts')).ledgerVerify,
    summary: ['intact', 'postings', 'unproved_journals', 'unproved_postings', 'first_altered', 'chain_end'],
    lists: {},
  },
  {
    name: 'chain reconcile',
    load: async () => (await import('../../cli/chain/chainReconcile.ts')).chainReconcile,
    summary: ['agrees'],
    lists: {
      accounts: {
        by: 'account',
        sums: [
          ['books', 'asset'],
          ['chain', 'asset'],
          ['difference', 'asset'],
        ],
      },
      unaccounted: { by: 'client_order_id', sums: [['amount', 'asset']] },
    },
  },
  {
    name: 'payout show',
    load: async () => (await import('../../cli/payout/payoutShow.ts')).payoutShow,
    summary: ['all_paused', 'paused', 'hour', 'day'],
    lists: { waiting: { by: 'since', sums } },
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
