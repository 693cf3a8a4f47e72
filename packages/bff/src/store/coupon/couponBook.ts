import type { CouponBook, CouponRecord } from '@cambio/exchange/operator/coupon/CouponBook.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { isViolation } from '../violation.ts'
import { HAS_COUPON } from './couponUses.ts'

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

/** The stored coupons, inside a transaction. */
export function couponBook({ query }: Pick<StoreDeps, 'query'>): CouponBook {
  return {
    async make(terms) {
      const values = [
        terms.partnerId,
        terms.code,
        terms.offBps,
        terms.validFrom,
        terms.validUntil,
        terms.mostUses,
        terms.mostUsesEach,
      ]
      try {
        const [row] = await query<Row>({ name: 'coupon_create', text: CREATE, values })
        if (!row) throw new Error('A coupon that was just written is not there')
        return couponOf(row)
      } catch (error) {
        if (isViolation(error, 'coupon_pkey')) return 'taken'
        throw error
      }
    },
    async lock({ partnerId, code }) {
      const [row] = await query<Row>({ name: 'coupon_hold', text: LOCK, values: [partnerId, code] })
      return row && counted(query, couponOf(row))
    },
    async end({ partnerId, code }, at) {
      await query({ name: 'coupon_end', text: END, values: [partnerId, code, at] })
    },
  }
}

/** Every coupon of a partner, or of all partners; those that end last come first. */
export async function listCoupons(query: Query, partnerId: string | null): Promise<CouponRecord[]> {
  const rows = await query<Row>({
    name: 'coupon_list',
    text: `select ${couponColumns()} from coupon
      where $1::text is null or partner_id = $1 order by valid_until desc, code`,
    values: [partnerId],
  })
  return Promise.all(rows.map(async (row) => counted(query, couponOf(row))))
}

/** A coupon with the number of orders that use it: paid ones, and those with an open charge or deposit. */
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

const LOCK = `select ${couponColumns()} from coupon where partner_id = $1 and code = $2 for update`

const END = `
  update coupon set valid_until = $3, valid_from = least(valid_from, $3) where partner_id = $1 and code = $2`

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
