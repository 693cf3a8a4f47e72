import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { listCoupons } from '../../store/coupon/couponBook.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerOption } from '../catalogue/changeArguments.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { couponLine, CouponOutput, couponOutput } from './CouponOutput.ts'

/** Lists the coupons. */
export const couponList = command({
  name: 'coupon list',
  summary: 'Lists coupons with their uses, those that end last first: of one partner, or of all.',
  words: {},
  options: { partner: partnerOption },
  json: z.object({ coupons: z.array(CouponOutput) }),
  async run(deps: StoreDeps, { options: { partner } }) {
    const coupons = (await listCoupons(deps.query, await partnerIdOf(deps, partner))).map(couponOutput)
    return { text: coupons.map(couponLine).join('\n') || 'There are no coupons.', data: { coupons } }
  },
})
