import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { Finding } from '@cambio/server/doctor/Finding.ts'
import { findingLine, verdict } from '@cambio/server/doctor/findingLine.ts'
import * as z from 'zod/mini'
import { examine, type DoctorDeps } from './examine.ts'

/** Examines the whole installation. */
export const installationDoctor = command({
  name: 'doctor',
  summary: [
    'Examines this installation: settings, keys, clock, database and its standbys, archive, card platform, chain, mail,',
    'prices, lists, and whatever needs attention. Each finding says what to do. It changes nothing. The exit code is 1',
    'if something does not work. With the address of a receiver it examines that receiver instead.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({ healthy: z.boolean(), version: z.string(), findings: z.array(Finding) }),
  async run(deps: DoctorDeps) {
    const findings = await examine(deps)
    const healthy = findings.every(({ state }) => state !== 'bad')
    return {
      text: [...findings.map(findingLine), verdict(findings)].join('\n'),
      data: { healthy, version: deps.version, findings },
      failed: !healthy,
    }
  },
})

/** The command line for an installation that may be incomplete. */
export function doctorLine(program: string): CommandLine<DoctorDeps> {
  return { program, about: 'Examines the installation.', commands: [installationDoctor] }
}
