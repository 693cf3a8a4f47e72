import { counted } from '../cli/counted.ts'
import type { Finding } from './Finding.ts'

const marks = { good: 'good', warning: 'WARNING', bad: 'BAD' } as const

/** A finding as lines for a person. */
export function findingLine({ check, state, finding, mend }: Finding): string {
  const line = `${marks[state].padEnd(9)}${check.padEnd(15)}${finding.replaceAll('\n', `\n${' '.repeat(24)}`)}`
  return mend === null ? line : `${line}\n${' '.repeat(24)}${mend}`
}

/** Summarises all findings in a sentence. */
export function verdict(findings: readonly Finding[]): string {
  const broken = findings.filter(({ state }) => state === 'bad').length
  const doubtful = findings.filter(({ state }) => state === 'warning').length
  if (broken > 0) return `${counted(broken, 'finding', 'findings')} to fix.`
  return doubtful > 0
    ? `It works, with ${counted(doubtful, 'warning', 'warnings')}.`
    : 'Everything is in order.'
}
