import type { Merchant } from './Merchant.ts'

type Restrictions = Pick<
  Merchant,
  'ipAllow' | 'salesPerSecond' | 'salesPerMinute' | 'declinesPerHour' | 'declinesPerDay' | 'optionalFields'
>

/** The settings of a merchant without restrictions: any address, the platform's own limits, every payer field required. */
export const unrestricted: Restrictions = {
  ipAllow: null,
  salesPerSecond: null,
  salesPerMinute: null,
  declinesPerHour: null,
  declinesPerDay: null,
  optionalFields: [],
}
