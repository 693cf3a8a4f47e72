import type { PartnerChanges } from '@cambio/exchange/operator/partner/PartnerWrites.ts'
import { updatePartner, type UpdateRefusal } from '@cambio/exchange/operator/partner/updatePartner.ts'
import { choice, clearable, flag, optional, repeated, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { showPartner } from '../../store/read/partner/partners.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { brandChangesOf } from './brandChangesOf.ts'
import { nameTaken } from './nameTaken.ts'
import {
  addressRange,
  emailAddress,
  httpAddress,
  origin,
  partnerName,
  partnerWord,
} from './partnerArguments.ts'
import { refuseInLive } from './refuseInLive.ts'
import { partnerLines, ShownPartner, shownPartner } from './ShownPartner.ts'

const options = {
  name: optional(partnerName),
  origin: repeated(origin),
  'no-origins': flag(),
  'callback-url': clearable(httpAddress),
  'callback-version': clearable(choice(['1', '2'])),
  statuses: optional(choice(['all', 'plain'])),
  'require-timestamp': optional(choice(['yes', 'no'])),
  'least-signature-version': optional(choice(['1', '2'])),
  'allow-address': repeated(addressRange),
  'any-address': flag(),
  'first-order-free': optional(choice(['yes', 'no'])),
  'identifies-clients': optional(choice(['yes', 'no'])),
  'attempt-callbacks': optional(choice(['yes', 'no'])),
  contact: clearable(emailAddress),
  theme: clearable(text('FILE')),
  logo: clearable(text('FILE')),
  'logo-dark': clearable(text('FILE')),
  ...optionalReasonOptions,
}

/** Changes a partner's settings. */
export const partnerUpdate = command({
  name: 'partner update',
  summary: [
    'Changes the settings given, within a second and in every process; the former values are kept with who changed them.',
    '--origin replaces all origins: give it once for each, or --no-origins. An empty --callback-url removes it; an',
    'empty --callback-version follows the API that created the order. Existing orders keep the version and the',
    'statuses that they were placed with. Prices and what is offered: tariff set --partner. Settlement: partner',
    'settle-to-balance. --identifies-clients yes says that the partner knows who its clients are: in live its orders may',
    'then be paid up to caps.….unverifiedEurCents before their buyer is known here; live needs a --reason for it.',
    '--least-signature-version 2 refuses requests that are signed with version 1. The addresses that the key may be used from',
    'are replaced too: --allow-address once for each address or range, or --any-address.',
    '--theme takes a JSON file of the tokens that the guide lists under Appearance; colours that cannot be read are corrected',
    'and listed. --logo and --logo-dark take a PNG, a WebP or a plain SVG of at most 64 kB. An empty value removes each.',
    '--attempt-callbacks yes also sends an attempt_declined callback for each attempt to pay that is declined.',
    '--contact is the e-mail address of the person who may sign in to the partner’s page at /partner, and sees and sets there',
    'what is the partner’s own; an empty one lets nobody in. Another contact signs the one before out.',
  ].join('\n'),
  words: { partner: partnerWord },
  options,
  json: ShownPartner,
  async run(deps: CommandDeps, { words, options }) {
    const { reason = null, actor = deps.operator } = options
    const changes = { ...changesOf(options), ...(await brandChangesOf(options)) }
    if (Object.keys(changes).length === 0) throw new BadCall('Say what to change, such as --name.')
    refuseInLive(deps.mode, changes)
    const partnerId = await namedPartner(deps, words.partner)
    const outcome = await updatePartner(operatorDeps(deps), { partnerId, changes, actor, reason })
    if (outcome.is === 'refused') throw refusalOf(changes, outcome)
    const data = shownPartner(await showPartner(deps, partnerId))
    return { text: partnerLines(data).join('\n'), data }
  },
})

/** What a call changes. @throws BadCall for what contradicts itself */
function changesOf(values: z.output<z.ZodMiniObject<typeof options>>): PartnerChanges {
  const { name, statuses, origin: origins } = values
  const callbackUrl = values['callback-url']
  const version = values['callback-version']
  const requireTimestamp = values['require-timestamp']
  const firstOrderFree = values['first-order-free']
  const leastVersion = values['least-signature-version']
  const allowedAddresses = values['allow-address']
  const identifiesClients = values['identifies-clients']
  const attemptCallbacks = values['attempt-callbacks']
  if (values['no-origins'] && origins.length > 0)
    throw new BadCall('Give --origin or --no-origins, not both.')
  if (values['any-address'] && allowedAddresses.length > 0)
    throw new BadCall('Give --allow-address or --any-address, not both.')
  return {
    ...(name !== undefined && { name }),
    ...((values['no-origins'] || origins.length > 0) && { origins }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(version !== undefined && { callbackVersion: version === null ? null : version === '1' ? 1 : 2 }),
    ...(statuses !== undefined && { statuses }),
    ...(requireTimestamp !== undefined && { requireTimestamp: requireTimestamp === 'yes' }),
    ...(leastVersion !== undefined && { leastSignatureVersion: leastVersion === '2' ? 2 : 1 }),
    ...((values['any-address'] || allowedAddresses.length > 0) && { allowedAddresses }),
    ...(firstOrderFree !== undefined && { firstOrderFree: firstOrderFree === 'yes' }),
    ...(identifiesClients !== undefined && { identifiesClients: identifiesClients === 'yes' }),
    ...(values.contact !== undefined && { contactEmail: values.contact }),
    ...(attemptCallbacks !== undefined && { attemptCallbacks: attemptCallbacks === 'yes' }),
  }
}

function refusalOf({ name = '' }: PartnerChanges, refusal: UpdateRefusal): Error {
  switch (refusal.code) {
    case 'name_taken':
      return nameTaken(name, refusal, 'nothing was changed')
    case 'reason_needed':
      return new BadCall(
        'Say why with --reason: a partner that identifies its own clients lets people pay who are unknown here. Nothing was changed.',
      )
  }
}
