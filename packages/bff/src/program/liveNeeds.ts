import { payinGroups, type PayinGroup, type PayoutGroup } from '@cambio/wire/Group.ts'
import type { ExchangeEnvironment } from './environment.ts'
import { lackingForEvents } from './eventStreamOf.ts'
import { providerEntries } from './providers/openProviders.ts'
import { railEntries } from './rails/railEntries.ts'
import { allOrNone, allSet, unmetRules, type Rule } from './variableRules.ts'

/*
 * The settings that a live exchange still needs, as sentences that tell the operator what to do; none if nothing is
 * missing.
 */

/** The providers that live requires. Partners' messages are optional. */
const kindsNeeded = ['rates', 'mail', 'verification'] as const

/** Settings that are needed whatever is offered. */
export function alwaysNeeded(environment: ExchangeEnvironment): string[] {
  const { DATABASE_URL, EXCHANGE_KEY, EXCHANGE_KEY_FILE, BASE_URL } = environment
  return [
    ...unmetRules([
      [DATABASE_URL !== undefined, 'Set DATABASE_URL: orders are kept in a PostgreSQL of yours.'],
      [
        EXCHANGE_KEY !== undefined || EXCHANGE_KEY_FILE !== undefined,
        'Set EXCHANGE_KEY to 32 random bytes in base64: secrets are sealed with it.',
      ],
      [BASE_URL?.startsWith('https://') ?? false, 'Set BASE_URL to the https address buyers know.'],
    ]),
    ...kindsNeeded.flatMap((kind) =>
      fewest(providerEntries.filter((entry) => entry.kind === kind).map(({ lacks }) => lacks(environment))),
    ),
    ...providerEntries
      .filter(({ kind }) => !kindsNeeded.some((needed) => needed === kind))
      .flatMap(({ lacksOfHalf }) => lacksOfHalf(environment)),
    ...lackingForEvents(environment),
    ...lackingLegal(environment),
  ]
}

/** Providers that are only partly configured. */
export function incompleteProviders(environment: ExchangeEnvironment): string[] {
  return [
    ...providerEntries.flatMap(({ lacksOfHalf }) => lacksOfHalf(environment)),
    ...lackingForEvents(environment),
    ...lackingLegal(environment),
  ]
}

/** A legal notice needs a name, and a version that orders record. */
function lackingLegal(environment: ExchangeEnvironment): string[] {
  const needed = ['LEGAL_NAME', 'LEGAL_VERSION'] as const
  const others = [
    'LEGAL_TERMS_URL',
    'LEGAL_PRIVACY_URL',
    'LEGAL_HELP_URL',
    'LEGAL_CARD_HOLDER',
    'LEGAL_LANGUAGES',
  ] as const
  const isAnySet = others.some((name) => environment[name] !== undefined)
  if (!isAnySet) return unmetRules(allOrNone(environment, needed))
  return unmetRules([allSet(environment, needed, 'the other settings of the legal notice need them')])
}

/** What a way to pay in needs. */
export function neededForPayin(environment: ExchangeEnvironment, group: PayinGroup): string[] {
  return fewest(railEntries.flatMap(({ payins }) => lacksOf(payins[group]?.(environment))))
}

/** What a way to pay out needs. A coin that no rail carries is not offered. */
export function neededForPayout(environment: ExchangeEnvironment, group: PayoutGroup): string[] {
  return fewest(railEntries.flatMap(({ payouts }) => lacksOf(payouts[group]?.(environment))))
}

/** The ways to pay in that these settings support, whatever is offered. A sandbox supports them all. */
export function carriedPayins(environment: ExchangeEnvironment): readonly PayinGroup[] {
  if (environment.MODE === 'sandbox') return payinGroups
  return payinGroups.filter((group) => neededForPayin(environment, group).length === 0)
}

function lacksOf(rules: readonly Rule[] | undefined): string[][] {
  return rules ? [unmetRules(rules)] : []
}

/** The needs of the candidate that lacks least, since one of several is enough. */
function fewest(lacks: readonly string[][]): string[] {
  const [first = [], ...others] = lacks
  return others.reduce((least, each) => (each.length < least.length ? each : least), first)
}
