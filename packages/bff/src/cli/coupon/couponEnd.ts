import { endCoupon } from '@cambio/exchange/operator/coupon/endCoupon.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { codeWord, couponPartner } from './couponArguments.ts'
import { couponLine, CouponOutput, couponOutput } from './CouponOutput.ts'

/** Ends a coupon before its time. */
export const couponEnd = command({
  name: 'coupon end',
  summary: 'Ends a coupon now. Orders that were placed with it keep it.',
  words: { code: codeWord() },
  options: { partner: couponPartner, ...optionalReasonOptions },
  json: CouponOutput,
  async run(
    deps: CommandDeps,
    { words: { code }, options: { partner, reason = null, actor = deps.operator } },
  ) {
    const partnerId = await namedPartner(deps, partner)
    const act = { partnerId, code, actor, reason }
    const outcome = await endCoupon(operatorDeps(deps), act)
    if (outcome.is === 'refused')
      throw new CallRefused(
        outcome.code === 'no_such_coupon'
          ? `This partner has no coupon ${code}.`
          : `The coupon ${code} has ended already.`,
      )
    const data = couponOutput(outcome.done)
    return { text: couponLine(data), data }
  },
})
