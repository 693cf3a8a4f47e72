import type { OrderData, Status as KnownStatus } from '@cambio/wire/order/Order.ts'
import type { OrderReportRow as KnownRow } from '@cambio/wire/order/OrderReport.ts'
import type { Open } from './Open.ts'

export type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** An order's data in answers and callbacks of version 2. */
export type Order = Open<OrderData>

/** A known status, or one that is newer than this package. */
export type Status = Open<KnownStatus>

/** One order in a report. */
export type OrderReportRow = Open<KnownRow>
