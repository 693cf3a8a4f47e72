/** The numbers of ISO 4217, by which Apple names currencies. In one that is not listed, Apple Pay is not offered. */
const numbers: Readonly<Record<string, string>> = {
  AED: '784',
  AUD: '036',
  BGN: '975',
  BRL: '986',
  CAD: '124',
  CHF: '756',
  CZK: '203',
  DKK: '208',
  EUR: '978',
  GBP: '826',
  HKD: '344',
  HUF: '348',
  ILS: '376',
  INR: '356',
  ISK: '352',
  JPY: '392',
  KRW: '410',
  KZT: '398',
  MXN: '484',
  NOK: '578',
  NZD: '554',
  PLN: '985',
  RON: '946',
  RSD: '941',
  SEK: '752',
  SGD: '702',
  THB: '764',
  TRY: '949',
  UAH: '980',
  USD: '840',
  ZAR: '710',
}

/** The number of a currency; undefined for one that is not listed. */
export function numberOfCurrency(currency: string): string | undefined {
  return numbers[currency]
}

/** The currency of a number; undefined for one that is not listed. */
export function currencyOfNumber(number: string): string | undefined {
  return Object.entries(numbers).find(([, listed]) => listed === number)?.[0]
}
