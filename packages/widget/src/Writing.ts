import * as Currency from '@cambio/wire/Currency.ts'
import { directionOf } from '@cambio/wire/language/directionOf.ts'
import { readableDigits, trimZeros } from './amount/amountText.ts'
import type { ReadableRate } from './amount/readableRate.ts'
import type { Marks } from './amount/readAmount.ts'
import { sayIn, type PlainKey, type Language, type Say } from './text.ts'

/** How this page writes for its reader: words, amounts, times and names, in one language. */
export type Writing = {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** A text that is always written from left to right, such as an address, for use among other words. */
  readonly apart: (text: string) => string
  /** Whether all words are loaded, or only those of the first screen. */
  readonly whole: boolean
  readonly say: Say
  /**
   * A wire amount with its currency, written from left to right: all digits of money, six significant ones of coins. A
   * line never breaks between the two.
   */
  readonly amount: (amount: string, currency: string) => string
  /** A wire amount with its currency, with all digits: for a receipt, and where the buyer decides or sends. */
  readonly exact: (amount: string, currency: string) => string
  /** `1 ETH ≈ 2,761.19 EUR`, written from left to right. */
  readonly rate: (rate: ReadableRate, sign: '=' | '≈') => string
  /** A currency by its everyday name: `EUR`, `USDT on Tron`. */
  readonly currency: (code: string) => string
  /** A currency beside an amount: `EUR`, `USDT`. */
  readonly ticker: (code: string) => string
  /** How this language writes a number. */
  readonly marks: Marks
  readonly number: (decimal: string) => string
  /** A wire amount with all digits, ungrouped, with the reader's decimal mark; any other text unchanged. */
  readonly plain: (amount: string) => string
  /** An amount that follows from another, for a field, without its currency. */
  readonly computed: (amount: string, currency: string) => string
  /** An amount as its reader would type it: with their decimal mark, without grouping. */
  readonly typed: (amount: string) => string
  readonly time: (at: Date) => string
  /** The time until something, in its largest fitting unit: `in 3 days`. */
  readonly left: (ms: number) => string
  /** The time since something: `now`, `2 minutes ago`. */
  readonly ago: (ms: number) => string
  /** A duration, rounded up: `15 seconds`, `2 minutes`. */
  readonly span: (seconds: number) => string
  readonly country: (code: string) => string
}

/** @param locale the reader's locale; its region decides the forms of numbers and times */
export function writingIn(language: Language, locale: string): Writing {
  const say = sayIn(language)
  const tag = locale.toLowerCase().startsWith(language.tag) ? locale : language.tag
  const direction = directionOf(language.tag)
  const apart = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text)
  const times = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const spans = new Intl.RelativeTimeFormat(tag)
  const moments = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const countries = new Intl.DisplayNames(tag, { type: 'region' })
  const number = (decimal: string) => exactNumber(tag, decimal)
  const mark = number('0.1').slice(1, 2)
  const plain = (amount: string) => (isDecimal(amount) ? amount.replace('.', mark) : amount)
  return {
    tag,
    whole: language.whole,
    say,
    direction,
    apart,
    amount: (amount, currency) => apart(withUnit(number(readable(amount, currency)), currency)),
    exact: (amount, currency) => apart(withUnit(number(shown(amount, currency)), currency)),
    rate: ({ unit, price, currency }, sign) =>
      apart(`${withUnit('1', unit)} ${sign} ${withUnit(number(price), currency)}`),
    currency: (code) => currencyName(say, code),
    ticker: tickerOf,
    marks: marksIn(tag),
    number,
    plain,
    computed: (amount, currency) => plain(readable(amount, currency)),
    typed: (amount) => plain(trimZeros(amount)),
    time: (at) => times.format(at),
    left: (ms) => spans.format(...span(ms)),
    ago: (ms) => (ms < MINUTE_MS ? moments.format(0, 'second') : moments.format(...past(ms))),
    span: (seconds) => spanText(tag, seconds),
    country: (code) => countries.of(code) ?? code,
  }
}

/** A key made of a fixed part and a word of a closed list. The compiler knows all of them. */
export function networkKey(network: Currency.Network): PlainKey {
  return `network.${network}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Rounded down, so that the buyer is not promised more than there is. */
function span(ms: number): [number, 'day' | 'hour' | 'minute'] {
  if (ms >= DAY_MS) return [Math.floor(ms / DAY_MS), 'day']
  if (ms >= HOUR_MS) return [Math.floor(ms / HOUR_MS), 'hour']
  return [Math.max(0, Math.floor(ms / MINUTE_MS)), 'minute']
}

function past(ms: number): [number, 'day' | 'hour' | 'minute'] {
  const [count, unit] = span(ms)
  return [-count, unit]
}

/** Seconds in steps of five, and also used up to a minute: the buyer is not promised less time than it takes. */
function spanText(tag: string, seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [Math.max(5, Math.ceil(seconds / 5) * 5), 'second']
      : seconds < 3_600
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds < 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.ceil(seconds / (24 * 3_600)), 'day']
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function withUnit(digits: string, code: string): string {
  return `${digits}\u00a0${tickerOf(code)}`
}

function tickerOf(code: string): string {
  return Currency.find(code)?.ticker ?? code
}

function currencyName(say: Say, code: string): string {
  const network = Currency.find(code)?.network
  if (!network) return tickerOf(code)
  return say('currency.onNetwork', { coin: tickerOf(code), network: say(networkKey(network)) })
}

/** Where the language has no mark of its own, the plain one is written. */
function marksIn(tag: string): Marks {
  const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(1_234.5)
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value
  return { decimal: mark('decimal') ?? '.', group: mark('group') ?? '' }
}

function readable(amount: string, currency: string): string {
  return Currency.find(currency)?.kind === 'fiat' ? amount : readableDigits(amount)
}

function shown(amount: string, currency: string): string {
  return Currency.find(currency)?.kind === 'fiat' ? amount : trimZeros(amount)
}

/** Digit for digit: Intl reads a string exactly, where a number would be rounded to what a double holds. */
function exactNumber(tag: string, decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return isDecimal(decimal) ? format.format(decimal) : decimal
}

function isDecimal(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}
