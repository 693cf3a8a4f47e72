import { CountryEntry } from '@cambio/wire/Country.ts'
import { GroupEntry } from '@cambio/wire/Group.ts'
import { Health } from '@cambio/wire/routes/health.ts'
import { DirectionParams, MethodParams, TickerParams } from '@cambio/wire/routes/reference.ts'
import { Ticker, TickerV1 } from '@cambio/wire/Ticker.ts'
import { explain, type Explained } from './explain.ts'

const DIRECTION = 'payin or payout.'

const ticker = {
  name: 'The pair as <BASE>-<QUOTE>: BASE is what an order pays out, QUOTE what it pays in.',
  ask: 'What a buyer pays for one BASE, in QUOTE, including the spread: the rate of a quote.',
  bid: 'The value of one BASE in the other direction, in QUOTE, less the same spread.',
}

export const referenceDataMeanings: readonly Explained[] = [
  explain(Health, { status: 'OK; FAIL, with HTTP status 503, while the database does not answer.' }),
  explain(DirectionParams, { direction: DIRECTION }),
  explain(GroupEntry, {
    group: 'The group’s code.',
    info: 'What it is, for a buyer.',
    list: 'The currencies that it can receive or pay.',
    title: 'Its name, for a buyer.',
  }),
  explain(GroupEntry.shape.list.def.element, {
    currency: 'The currency’s code.',
    is_crypto: 'Whether it is a coin.',
  }),
  explain(TickerParams, { name: 'A pair as <BASE>-<QUOTE>, such as BTC-EUR.' }),
  explain(TickerV1, ticker),
  explain(Ticker, {
    ...ticker,
    floating_rate: 'The rate of an order with a floating rate if its money arrived now.',
  }),
  explain(CountryEntry, {
    code: 'Two letters of ISO 3166-1.',
    name: 'The country’s English name.',
    forbidden: '1 if we do not serve this country.',
    forbidden_card: '1 if cards are not accepted there.',
  }),
  explain(MethodParams, {
    method: 'A payment method: Visa, MasterCard, crypto, sepa, sofort, balance, bank, client or neteller.',
    direction: DIRECTION,
  }),
]
