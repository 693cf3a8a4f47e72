import * as z from 'zod/mini'
import { GroupEntry, Pairs } from '../Payment.ts'
import { FeeQuote, PublicFeeRequest } from '../Quote.ts'
import { route } from '../route.ts'
import { pricing } from './pricing.ts'

export const Health = z.object({ status: z.enum(['OK', 'FAIL']) })

/** The public group, version 2: reference data and prices, no credentials. */
export const open = {
  currency: route({
    method: 'GET',
    path: '/api/v2/public/currency',
    caller: 'anyone',
    summary: 'Which pay-in currency buys which pay-out currencies',
    answer: Pairs,
    refusals: [],
  }),
  payment: route({
    method: 'GET',
    path: '/api/v2/public/payment/{direction}',
    caller: 'anyone',
    summary: 'Payment groups offered on one side, in order of preference',
    params: z.object({ direction: z.string() }),
    answer: z.array(GroupEntry),
    refusals: ['unknown_direction'],
  }),
  fee: route({
    method: 'POST',
    path: '/api/v2/public/order/fee',
    caller: 'anyone',
    summary: 'What a pair costs now; give exactly one of the two amounts',
    body: PublicFeeRequest,
    answer: FeeQuote,
    refusals: pricing,
  }),
} as const
