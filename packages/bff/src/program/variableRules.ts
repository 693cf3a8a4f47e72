import type { ExchangeEnvironment } from './environment.ts'

/** A requirement on the settings, with the sentence that asks the operator to meet it. */
export type Rule = readonly [isMet: boolean, sentence: string]

export type VariableName = keyof ExchangeEnvironment

/** The sentences of the unmet rules. */
export function unmetRules(rules: readonly Rule[]): string[] {
  return rules.flatMap(([isMet, sentence]) => (isMet ? [] : [sentence]))
}

/** Requires all of these to be set; `why` says what they are for. */
export function allSet(environment: ExchangeEnvironment, names: readonly VariableName[], why: string): Rule {
  const unset = names.filter((name) => environment[name] === undefined)
  return [unset.length === 0, `Set ${listed(unset)}: ${why}.`]
}

/** Requires all of these to be set, or none. */
export function allOrNone(environment: ExchangeEnvironment, names: readonly VariableName[]): readonly Rule[] {
  const unset = names.filter((name) => environment[name] === undefined)
  const set = names.filter((name) => !unset.includes(name))
  if (set.length === 0) return []
  const sentence = `Set ${listed(unset)}, since ${listed(set)} ${set.length === 1 ? 'is' : 'are'} set.`
  return [[unset.length === 0, sentence]]
}

/** Names joined for a sentence. */
export function listed(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  if (others.length < 2) return names.join(' and ')
  return `${others.toReversed().join(', ')}, and ${last}`
}
