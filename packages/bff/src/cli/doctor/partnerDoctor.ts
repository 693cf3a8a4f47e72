import { command } from '@cambio/server/cli/Command.ts'
import { Finding } from '@cambio/server/doctor/Finding.ts'
import { findingLine, verdict } from '@cambio/server/doctor/findingLine.ts'
import * as z from 'zod/mini'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord } from '../partner/partnerArguments.ts'
import { examinePartner } from './examinePartner.ts'

/** Examines whether a partner is ready for real money. */
export const partnerDoctor = command({
  name: 'doctor partner',
  summary: [
    'Goes through the check list before a partner goes live, as far as the exchange can see it: keys, signatures, requests,',
    'callback endpoints, origins, contact and, in a sandbox, the cases that it has tried. Its receiver is sent callbacks about',
    'an order that does not exist, as “doctor <receiver>” does. It changes nothing. The exit code is 1 if something does not work.',
  ].join('\n'),
  words: { partner: partnerWord },
  options: {},
  json: z.object({ partner_id: z.string(), healthy: z.boolean(), findings: z.array(Finding) }),
  async run(deps: CommandDeps, { words }) {
    const partnerId = await namedPartner(deps, words.partner)
    const findings = await examinePartner(deps, partnerId)
    const healthy = findings.every(({ state }) => state !== 'bad')
    return {
      text: [...findings.map(findingLine), verdict(findings)].join('\n'),
      data: { partner_id: partnerId, healthy, findings },
      failed: !healthy,
    }
  },
})
