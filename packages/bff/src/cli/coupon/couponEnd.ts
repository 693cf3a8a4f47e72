import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { endCoupon } from '../../store/couponBook.ts'
import { changeOptions } from '../catalogue/changeArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { codeWord, couponPartner } from './couponArguments.ts'
import { couponLine, CouponOutput, couponOutput } from './CouponOutput.ts'

/** Ends a coupon before its time. */
export const couponEnd = command({
  name: 'coupon end',
  summary: 'Ends a coupon now. Orders that were placed with it keep it.',
  words: { code: codeWord() },
  options: { partner: couponPartner, actor: changeOptions.actor },
  json: CouponOutput,
  async run(deps: CommandDeps, { words: { code }, options: { partner, actor } }) {
    const partnerId = await namedPartner(deps, partner)
    const coupon = await endCoupon(deps, { partnerId, code }, actor ?? deps.operator)
    if (coupon === 'unknown') throw new CallRefused(`This partner has no coupon ${code}.`)
    if (coupon === 'over') throw new CallRefused(`The coupon ${code} has ended already.`)
    const data = couponOutput(coupon)
    return { text: couponLine(data), data }
  },
})
