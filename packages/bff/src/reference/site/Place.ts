import type { Exchange } from '../../program/Exchange.ts'

/** The exchange that a reference describes. */
export type Place = Pick<Exchange, 'baseUrl' | 'mode'>
