import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { examine, type DoctorDeps } from './examine.ts'
import { Finding } from './Finding.ts'

/** Looks at the installation as a whole. */
export const installationDoctor = command({
  name: 'doctor',
  summary: [
    'Looks at this installation: settings, keys, clock, database and its standbys, archive, card platform, chain, mail,',
    'prices, lists, and what waits for a person. Each finding says what to do about it. It changes nothing. Exit code 1',
    'where something does not work. With the address of a receiver it looks at that one instead.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({ healthy: z.boolean(), version: z.string(), findings: z.array(Finding) }),
  async run(deps: DoctorDeps) {
    const findings = await examine(deps)
    const broken = findings.filter(({ state }) => state === 'bad').length
    const doubtful = findings.filter(({ state }) => state === 'warning').length
    const healthy = broken === 0
    return {
      text: [...findings.map(lineOf), verdict(broken, doubtful)].join('\n'),
      data: { healthy, version: deps.version, findings },
      failed: !healthy,
    }
  },
})

/** The command line of an installation that may be anything but whole. */
export function doctorLine(program: string): CommandLine<DoctorDeps> {
  return { program, about: 'Looks at the installation.', commands: [installationDoctor] }
}

const marks = { good: 'good', warning: 'WARNING', bad: 'BAD' } as const

function lineOf({ check, state, finding, mend }: Finding): string {
  const line = `${marks[state].padEnd(9)}${check.padEnd(15)}${finding.replaceAll('\n', `\n${' '.repeat(24)}`)}`
  return mend === null ? line : `${line}\n${' '.repeat(24)}${mend}`
}

function verdict(broken: number, doubtful: number): string {
  if (broken > 0) return `${counted(broken, 'finding has', 'findings have')} to be mended.`
  return doubtful > 0
    ? `It works; ${counted(doubtful, 'finding wants', 'findings want')} to be looked at.`
    : 'Nothing was found.'
}
