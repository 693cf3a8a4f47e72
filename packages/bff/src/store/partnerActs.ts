import { partnerPaidOut } from '@cambio/exchange/books/partnerPaidOut.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { isViolation } from './violation.ts'

/** What the operator does about a partner, kept with who did it and why. */
export type Act = { readonly partnerId: string; readonly reason: string; readonly actor: string }

export type PartnerActStore = {
  settleTo(act: Act & { readonly settlement: Partner['settlement'] }): Promise<void>
  /** Books that a part of the partner's balance was paid to it; false where there is less. */
  payOut(act: Act & { readonly amount: Money }): Promise<boolean>
}

export function partnerActStore({ query, random, now }: StoreDeps): PartnerActStore {
  const kept = (id: string, name: string, detail: object, { partnerId, reason, actor }: Act) => [
    id,
    partnerId,
    name,
    JSON.stringify(detail),
    reason,
    actor,
    now(),
  ]
  return {
    async settleTo({ settlement, ...act }) {
      const values = [...kept(random.uuid(), 'settle', { settlement }, act), settlement]
      await query({ name: 'partner_settle_to', text: SETTLE, values })
    },
    async payOut({ amount, ...act }) {
      const id = random.uuid()
      const detail = { units: amount.units.toString(), currency: amount.currency }
      const journal = partnerPaidOut({ id, partnerId: act.partnerId, amount })
      const values = [...kept(id, 'pay_out', detail, act), journalsParameter([journal])]
      try {
        await query({ name: 'partner_pay_out', text: PAY_OUT, values })
        return true
      } catch (error) {
        if (isViolation(error, 'balance_is_enough')) return false
        throw error
      }
    },
  }
}

const KEPT = `
  kept as (
    insert into partner_act (id, partner_id, act, detail, reason, actor, at)
    values ($1, $2, $3, $4, $5, $6, $7) returning at
  )`

const SETTLE = `with ${KEPT} update partner set settlement = $8 where id = $2`

const PAY_OUT = `with ${KEPT} select post_journals($8::jsonb, at) from kept`
