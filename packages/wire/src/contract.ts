import { client } from './routes/client.ts'
import { partner } from './routes/partner.ts'
import { partnerClient } from './routes/partnerClient.ts'
import { partnerV1 } from './routes/partnerV1.ts'
import { open, openV1 } from './routes/public.ts'
import { widget } from './routes/widget.ts'

/** Every route of the exchange, by group. A new route is one entry in its group's file; the compiler asks for the rest. */
export const contract = {
  public: open,
  publicV1: openV1,
  partner,
  partnerClient,
  partnerV1,
  client,
  widget,
} as const
