import type { Merchant } from './Merchant.ts'

type Restrictions = Pick<
  Merchant,
  'ipAllow' | 'salesPerSecond' | 'salesPerMinute' | 'declinesPerHour' | 'declinesPerDay' | 'optionalFields'
>

/** A merchant that has no rules of its own: any address, the platform's own limits, every payer detail required. */
export const unrestricted: Restrictions = {
  ipAllow: null,
  salesPerSecond: null,
  salesPerMinute: null,
  declinesPerHour: null,
  declinesPerDay: null,
  optionalFields: [],
}
