import type { Money } from '@cambio/wire/Money.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { PartnerWrites } from './PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites; readonly random: Random }
type AboutPartner = By & { readonly partnerId: string }

/** The partner's balance is smaller than the amount. Nothing was booked. */
export type BalanceTooSmall = { readonly is: 'refused'; readonly code: 'balance_too_small' }

/** Books that the operator paid a partner a part of its balance outside these books. It moves no money. */
export function bookPaidOut(
  deps: OperatorDeps<Parts>,
  { partnerId, amount, ...by }: AboutPartner & { readonly amount: Money },
): Promise<Outcome<null, BalanceTooSmall>> {
  return act(deps, by, async ({ partnerWrites, random }): Promise<DoneAct<null> | BalanceTooSmall> => {
    const id = random.uuid()
    if (!(await partnerWrites.payOut({ id, partnerId, amount }))) return tooSmall
    const about = { is: 'partner', partnerId, detail: detailOf(amount) } as const
    return { is: 'done', done: null, act: 'pay_out', about, id }
  })
}

/**
 * Schedules a part of a partner's balance for the next payment file, to the partner's bank account.
 * @param input.name the payee; null for the partner's own name
 * @returns the payment's EndToEndId
 */
export function payPartnerByBank(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    amount,
    iban,
    name,
    ...by
  }: AboutPartner & { readonly amount: Money; readonly iban: string; readonly name: string | null },
): Promise<Outcome<string, BalanceTooSmall>> {
  return act(deps, by, async ({ partnerWrites, random }): Promise<DoneAct<string> | BalanceTooSmall> => {
    const id = random.uuid()
    const payment = `P${id.replaceAll('-', '')}`
    const payee = name ?? (await partnerWrites.nameOf(partnerId))
    const ordered = { id: payment, partnerId, amount, iban, name: payee }
    if (!(await partnerWrites.payByBank(ordered))) return tooSmall
    const about = { is: 'partner', partnerId, detail: { ...detailOf(amount), iban, payment } } as const
    return { is: 'done', done: payment, act: 'pay_by_bank', about, id }
  })
}

const tooSmall: BalanceTooSmall = { is: 'refused', code: 'balance_too_small' }

function detailOf({ units, currency }: Money): { units: string; currency: string } {
  return { units: units.toString(), currency }
}
