import { columns } from '@cambio/server/postgres/columns.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { recordChanges } from './catalogue.ts'
import { HAS_COUPON } from './couponUses.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { isViolation } from './violation.ts'

/** The terms that the operator sets for a coupon. */
export type CouponTerms = {
  readonly partnerId: string
  readonly code: string
  /** Hundredths of a percent off the service fee. */
  readonly offBps: number
  readonly validFrom: Date
  readonly validUntil: Date
  readonly mostUses: number
  /** How many orders of one client it may be used for; null for as many as it has uses. */
  readonly mostUsesEach: number | null
}

/** A coupon, and how many orders were placed with it. */
export type CouponRecord = CouponTerms & { readonly uses: number }

type Row = {
  readonly partner_id: string
  readonly code: string
  readonly off_bps: number
  readonly valid_from: Date
  readonly valid_until: Date
  readonly most_uses: number
  readonly most_uses_each: number | null
  readonly uses: number
}

const couponColumns = columns<Row>({
  partner_id: true,
  code: true,
  off_bps: true,
  valid_from: true,
  valid_until: true,
  most_uses: true,
  most_uses_each: true,
  uses: true,
})

type Deps = Pick<StoreDeps, 'transaction' | 'now'>

/** Makes a coupon. What was made, by whom and when stands in the catalogue's history. */
export async function createCoupon(
  deps: Deps,
  terms: CouponTerms,
  madeBy: string,
): Promise<CouponRecord | 'taken'> {
  try {
    return await deps.transaction(async (query) => {
      const values = [
        terms.partnerId,
        terms.code,
        terms.offBps,
        terms.validFrom,
        terms.validUntil,
        terms.mostUses,
        terms.mostUsesEach,
      ]
      const [row] = await query<Row>({ name: 'coupon_create', text: CREATE, values })
      if (!row) throw new Error('A coupon that was just written is not there')
      const coupon = couponOf(row)
      await record(query, coupon, {
        before: 'none',
        effectiveAt: terms.validFrom,
        madeAt: deps.now(),
        madeBy,
      })
      return coupon
    })
  } catch (error) {
    if (isViolation(error, 'coupon_pkey')) return 'taken'
    throw error
  }
}

/** Ends a coupon now. Orders that were placed with it keep it. */
export async function endCoupon(
  deps: Deps,
  { partnerId, code }: Pick<CouponTerms, 'partnerId' | 'code'>,
  madeBy: string,
): Promise<CouponRecord | 'unknown' | 'over'> {
  return deps.transaction(async (query) => {
    const now = deps.now()
    const [row] = await query<Row>({ name: 'coupon_hold', text: HOLD, values: [partnerId, code] })
    if (!row) return 'unknown'
    if (row.valid_until <= now) return 'over'
    await query({ name: 'coupon_end', text: END, values: [partnerId, code, now] })
    const ended = { ...(await counted(query, couponOf(row))), validUntil: now }
    await record(query, ended, { before: termsText(couponOf(row)), effectiveAt: now, madeAt: now, madeBy })
    return ended
  })
}

/** Every coupon of a partner, or of all, those that end last first. */
export async function listCoupons(query: Query, partnerId: string | null): Promise<CouponRecord[]> {
  const rows = await query<Row>({
    name: 'coupon_list',
    text: `select ${couponColumns()} from coupon
      where $1::text is null or partner_id = $1 order by valid_until desc, code`,
    values: [partnerId],
  })
  return Promise.all(rows.map(async (row) => counted(query, couponOf(row))))
}

/** A coupon with the orders that have it: paid ones, and those that a charge or a deposit is open for. */
async function counted(query: Query, coupon: CouponRecord): Promise<CouponRecord> {
  const [row] = await query<{ uses: bigint }>({
    name: 'coupon_uses',
    text: `select count(*) as uses from orders o where o.partner_id = $1 and o.coupon = $2 and ${HAS_COUPON}`,
    values: [coupon.partnerId, coupon.code],
  })
  return { ...coupon, uses: Number(row?.uses ?? 0n) }
}

const CREATE = `
  insert into coupon (partner_id, code, off_bps, valid_from, valid_until, most_uses, most_uses_each)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${couponColumns()}`

const HOLD = `select ${couponColumns()} from coupon where partner_id = $1 and code = $2 for update`

const END = `
  update coupon set valid_until = $3, valid_from = least(valid_from, $3) where partner_id = $1 and code = $2`

async function record(
  query: Query,
  coupon: CouponRecord,
  input: { before: string; effectiveAt: Date; madeAt: Date; madeBy: string },
): Promise<void> {
  const { before: valueBefore, effectiveAt, madeAt, madeBy } = input
  const { partnerId, code } = coupon
  const value = termsText(coupon)
  const name = `coupon.${code}`
  const made = { madeAt, madeBy, reason: null }
  await recordChanges(query, [{ partnerId, name, value, valueBefore, effectiveAt, ...made }])
}

/** A coupon's terms as the history has them. */
function termsText({ offBps, validFrom, validUntil, mostUses, mostUsesEach }: CouponTerms): string {
  const each = mostUsesEach === null ? '' : `, ${mostUsesEach} for each client`
  return `${offBps} bps off from ${validFrom.toISOString()} until ${validUntil.toISOString()}, ${mostUses} uses${each}`
}

function couponOf(row: Row): CouponRecord {
  return {
    partnerId: row.partner_id,
    code: row.code,
    offBps: row.off_bps,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    mostUses: row.most_uses,
    mostUsesEach: row.most_uses_each,
    uses: row.uses,
  }
}
