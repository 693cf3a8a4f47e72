import type { ExchangeEnvironment } from './environment.ts'

/** Something that a rail or a provider needs of the settings, with the sentence that asks the operator for it. */
export type Rule = readonly [isMet: boolean, sentence: string]

export type VariableName = keyof ExchangeEnvironment

/** The sentences of the rules that do not hold. */
export function lacking(rules: readonly Rule[]): string[] {
  return rules.flatMap(([isMet, sentence]) => (isMet ? [] : [sentence]))
}

/** That all of these are set; `why` says what they are for. */
export function allSet(environment: ExchangeEnvironment, names: readonly VariableName[], why: string): Rule {
  const unset = names.filter((name) => environment[name] === undefined)
  return [unset.length === 0, `Set ${listed(unset)}: ${why}.`]
}

/** That these are set as a whole, or not at all. */
export function allOrNone(environment: ExchangeEnvironment, names: readonly VariableName[]): readonly Rule[] {
  const unset = names.filter((name) => environment[name] === undefined)
  const set = names.filter((name) => !unset.includes(name))
  if (set.length === 0) return []
  const sentence = `Set ${listed(unset)}, since ${listed(set)} ${set.length === 1 ? 'is' : 'are'} set.`
  return [[unset.length === 0, sentence]]
}

/** Names as a sentence has them. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
