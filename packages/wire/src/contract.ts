import { partner } from './routes/partner.ts'
import { partnerV1 } from './routes/partnerV1.ts'
import { open, openV1 } from './routes/public.ts'
import { widget } from './routes/widget.ts'

/** Every route of the exchange, by group. A new route is one entry in its group's file; the compiler asks for the rest. */
export const contract = { public: open, publicV1: openV1, partner, partnerV1, widget } as const
