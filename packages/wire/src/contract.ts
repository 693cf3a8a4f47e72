import { partner } from './routes/partner.ts'
import { open } from './routes/public.ts'
import { widget } from './routes/widget.ts'

/** Every route of the exchange, by group. A new route is one entry in its group's file; the compiler asks for the rest. */
export const contract = { public: open, partner, widget } as const
