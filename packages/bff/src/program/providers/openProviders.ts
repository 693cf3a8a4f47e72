import type { Answers, Provider } from '@cambio/rails/Provider.ts'
import type { RailDeps, Work } from '@cambio/rails/Rail.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import { onlyOne } from '../preferred.ts'
import { marketsEntry } from './marketsEntry.ts'
import type { ProviderEntry } from './ProviderEntry.ts'
import { smtpEntry } from './smtpEntry.ts'
import { sumsubEntry } from './sumsubEntry.ts'
import { twilioEntry } from './twilioEntry.ts'

/** Every provider. A second vendor of a kind is one more line. */
export const providerEntries: readonly ProviderEntry[] = [marketsEntry, smtpEntry, sumsubEntry, twilioEntry]

/** The task of each kind of provider, as the beginning of a sentence. */
const asked: Readonly<Record<keyof Answers, string>> = {
  rates: 'Telling prices',
  mail: 'Mailing codes',
  messages: 'Sending messages',
  verification: 'Checking documents',
}

/** The provider of each kind, if one is configured. */
export type NamedProviders = { readonly [Kind in keyof Answers]: Answers[Kind] | undefined }

/** The configured providers. */
export async function settledProviders(environment: ExchangeEnvironment): Promise<readonly Provider[]> {
  const all = await Promise.all(providerEntries.map(async ({ from }) => from(environment)))
  return all.filter((provider) => provider !== undefined)
}

/**
 * Opens the providers, one of each kind.
 * @param preferred names of those that the operator prefers if there are several of a kind
 * @throws StartRefused if there are several of a kind, and none is preferred
 */
export function openProviders(
  providers: readonly Provider[],
  deps: Pick<RailDeps, 'clock' | 'random' | 'log'>,
  preferred: readonly string[],
): { readonly named: NamedProviders; readonly work: readonly Work[] } {
  const work: Work[] = []
  function openOne<Kind extends keyof Answers>(kind: Kind): Answers[Kind] | undefined {
    const able = providers.filter((provider) => provider.kind === kind)
    const opened = onlyOne(asked[kind], able, preferred)?.open(deps)
    if (opened) work.push(opened)
    return opened?.answers as Answers[Kind] | undefined
  }
  const named = {
    rates: openOne('rates'),
    mail: openOne('mail'),
    messages: openOne('messages'),
    verification: openOne('verification'),
  }
  return { named, work }
}
