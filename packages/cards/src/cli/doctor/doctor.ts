import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { Finding } from '@cambio/server/doctor/Finding.ts'
import { findingLine, verdict } from '@cambio/server/doctor/findingLine.ts'
import * as z from 'zod/mini'
import { examine, type DoctorDeps } from './examine.ts'

/** Examines the platform's settings. */
export const doctor = command({
  name: 'doctor',
  summary: [
    'Examines the settings of the card platform, and those of Apple Pay and Google Pay where they are set up. Each finding',
    'says what to do. It changes nothing, and opens no database. The exit code is 1 if something does not work.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({ healthy: z.boolean(), findings: z.array(Finding) }),
  async run(deps: DoctorDeps) {
    const findings = await examine(deps)
    const healthy = findings.every(({ state }) => state !== 'bad')
    return {
      text: [...findings.map(findingLine), verdict(findings)].join('\n'),
      data: { healthy, findings },
      failed: !healthy,
    }
  },
})

/** The command line for a platform whose settings may be wrong. */
export function doctorLine(program: string): CommandLine<DoctorDeps> {
  return { program, about: 'Examines the settings of the card platform.', commands: [doctor] }
}
