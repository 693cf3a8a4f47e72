import { AskRequirements, RefusedFor, Requirements } from '@cambio/wire/order/Requirements.ts'
import { explain, type Explained } from './explain.ts'
import { DST_ADDRESS, MEMO } from './order.ts'
import { amountFields, choice } from './price.ts'

export const requirementsMeanings: readonly Explained[] = [
  explain(AskRequirements, {
    ...choice,
    ...amountFields,
    dst_address: `${DST_ADDRESS} Checked if given.`,
    memo: MEMO,
    client_external_id:
      'Your id of the client who would buy; if left out, an unknown buyer. Its first order is priced without service fee, if your account has that policy; coupons are ignored.',
    remote_country: 'The country of the client’s address, by two letters of ISO 3166-1.',
  }),
  explain(Requirements, {
    email: 'Whether the buyer confirms an e-mail address by a code.',
    payer_details:
      'Whether the buyer gives name, birth date and postal address on the page of the order. The widget asks them of every buyer but one who pays from a balance.',
    verification_level: 'The level that the buyer has now, lowest first in the list.',
    needed_level: 'The level that the order needs; null if the remaining limit allows it.',
    documents: 'What the buyer shows on the way to that level.',
    limits:
      'What the buyer may still pay in before the order, e-mail and details given; from a balance, what is on it. Null where there is no price to tell it by.',
    refused: 'The refusals of creating the order now; empty if there are none.',
  }),
  explain(RefusedFor, {
    code: 'The code of the problem; see Problems.',
    detail: 'The problem in a sentence, for people.',
    pointer: 'The field that it is about, as a JSON pointer; null if it is about none.',
  }),
]
