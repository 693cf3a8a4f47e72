import { flag, optional, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { Finding } from '@cambio/server/doctor/Finding.ts'
import { findingLine, verdict } from '@cambio/server/doctor/findingLine.ts'
import * as z from 'zod/mini'
import { examineUpgrade, type UpgradeDeps } from './examineUpgrade.ts'

/** Examines what an upgrade to this version needs. */
export const upgrade = command({
  name: 'upgrade',
  summary: [
    'With --check, called in the checkout of the new version with the settings of the installation: says which migrations are',
    'to be applied, whether the database is ahead, which settings are gone or new, whether the versions of Node.js and',
    'PostgreSQL will do, how old the last back-up is, and whether the old programs may run beside the new. --before names the',
    'checkout of the version that runs, which the settings are compared with. It changes nothing. Exit code 1 where something',
    'stands in the way.',
  ].join('\n'),
  words: {},
  options: { check: flag(), before: optional(text('<folder>')) },
  json: z.object({ ready: z.boolean(), version: z.string(), findings: z.array(Finding) }),
  async run(deps: UpgradeDeps, { options: { check, before } }) {
    if (!check)
      throw new CallRefused(
        'Give --check, which looks and changes nothing. “migrate” brings a database up to date.',
      )
    const findings = await examineUpgrade(deps, before)
    const ready = findings.every(({ state }) => state !== 'bad')
    return {
      text: [...findings.map(findingLine), verdict(findings)].join('\n'),
      data: { ready, version: deps.version, findings },
      failed: !ready,
    }
  },
})
