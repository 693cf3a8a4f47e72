import { createCoupon } from '@cambio/exchange/operator/coupon/createCoupon.ts'
import { kind, optional, required, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { changeOptions, instant } from '../catalogue/changeArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { codeWord, couponPartner } from './couponArguments.ts'
import { couponLine, CouponOutput, couponOutput } from './CouponOutput.ts'

const percent = kind('PERCENT', 'a percentage above 0, of at most 100, such as 12.5', (text) => {
  const [, whole, hundredths = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const bps = Number(whole) * 100 + Number(hundredths.padEnd(2, '0'))
  return bps > 0 && bps <= 10_000 ? bps : undefined
})

/** The most that the database's column for a count can hold. */
const MOST_USES = 2_147_483_647

/** Creates a coupon of a partner. */
export const couponCreate = command({
  name: 'coupon create',
  summary: [
    'Creates a coupon that takes a percentage off the service fee of a partner’s orders.',
    '--uses limits the paid orders in all, --uses-each those of one person.',
  ].join('\n'),
  words: { code: codeWord() },
  options: {
    partner: couponPartner,
    off: required(percent, 'Give the discount: --off 12.5 is 12.5 % of the service fee.'),
    uses: required(wholeNumber({ least: 1 }), 'Give the number of orders that may use it: --uses 100.'),
    'uses-each': optional(wholeNumber({ least: 1 })),
    until: required(instant, 'Give its end: --until 2026-12-31T23:00:00Z.'),
    ...changeOptions,
  },
  json: CouponOutput,
  async run(deps: CommandDeps, { words: { code }, options }) {
    const validFrom = options.from ?? deps.now()
    if (options.until <= validFrom) throw new BadCall('--until must be later than the time it is valid from.')
    if (Math.max(options.uses, options['uses-each'] ?? 0) > MOST_USES)
      throw new BadCall(`A coupon has at most ${MOST_USES} uses.`)
    const terms = {
      partnerId: await namedPartner(deps, options.partner),
      code,
      offBps: options.off,
      validFrom,
      validUntil: options.until,
      mostUses: options.uses,
      mostUsesEach: options['uses-each'] ?? null,
    }
    const { reason = null, actor = deps.operator } = options
    const outcome = await createCoupon(operatorDeps(deps), { terms, actor, reason })
    if (outcome.is === 'refused')
      throw new CallRefused(`This partner has or had a coupon ${code}: choose another code.`)
    const data = couponOutput(outcome.done)
    return { text: couponLine(data), data }
  },
})
