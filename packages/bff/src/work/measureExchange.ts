import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { currencies } from '@cambio/wire/Currency.ts'
import type { Exchange } from '../program/Exchange.ts'
import { partitionEnds } from '../store/partitions/readPartitions.ts'
import { lastBackupAt } from '../store/read/lastBackupAt.ts'

type Measured = Pick<Exchange, 'metrics' | 'rates' | 'catalogue' | 'database' | 'clock'>

/** The metrics of prices, bank statements, back-ups and partitions. */
export function measureExchange({ metrics, rates, catalogue, database, clock }: Measured): void {
  metrics.gauge(
    'price_age_seconds',
    'Age of the prices of new orders; +Inf where there are none.',
    [],
    async () => {
      const prices = await pricesOf(rates)
      const age = prices ? (clock.now().getTime() - prices.at.getTime()) / 1_000 : Infinity
      return [{ labels: {}, value: Math.max(0, age) }]
    },
  )
  metrics.gauge(
    'currencies_without_price',
    'Offered currencies without a price: no order can be placed in them.',
    [],
    async () => {
      const prices = await pricesOf(rates)
      const { withheld } = catalogue.now().tariff
      const unpriced = currencies.filter(
        ({ code }) =>
          prices?.eur.get(code) === undefined && !(withheld.payin.has(code) && withheld.payout.has(code)),
      )
      return [{ labels: {}, value: unpriced.length }]
    },
  )
  metrics.gauge(
    'bank_statement_age_seconds',
    'Time since a bank line was last imported; left out where none ever was.',
    [],
    async () => {
      const [row] = await database.query<{ at: Date }>({
        name: 'measure_statement',
        text: 'select imported_at as at from bank_entry order by imported_at desc limit 1',
        values: [],
      })
      return row ? [{ labels: {}, value: (clock.now().getTime() - row.at.getTime()) / 1_000 }] : []
    },
  )
  metrics.gauge(
    'backup_age_seconds',
    'Time since the last “backup”; left out where there was none.',
    [],
    async () => {
      const at = await lastBackupAt(database.query)
      return at ? [{ labels: {}, value: (clock.now().getTime() - at.getTime()) / 1_000 }] : []
    },
  )
  metrics.gauge(
    'partitions_end_seconds',
    'Time until the last partition of a table ends, after which it accepts no rows; left out where no table is divided.',
    ['table'],
    async () =>
      (await partitionEnds(database.query)).map(({ table, until }) => ({
        labels: { table },
        value: (until.getTime() - clock.now().getTime()) / 1_000,
      })),
  )
}

/** The prices of now; undefined where there are none, which the source has logged. */
async function pricesOf(rates: Measured['rates']): Promise<Prices | undefined> {
  try {
    return await rates.prices()
  } catch {
    return undefined
  }
}
