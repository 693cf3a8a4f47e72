import { client } from '../routes/client.ts'
import { partner } from '../routes/partner.ts'
import { partnerAccount } from '../routes/partnerAccount.ts'
import { partnerClient } from '../routes/partnerClient.ts'
import { partnerV1 } from '../routes/partnerV1.ts'
import { open, openV1 } from '../routes/public.ts'
import { shopPlugin } from '../routes/shopPlugin.ts'
import { widget } from '../routes/widget.ts'

/**
 * Named, since a declaration file would otherwise write each group out in full, which takes most of the partner
 * package's build time.
 */
type Contract = {
  readonly public: typeof open
  readonly publicV1: typeof openV1
  readonly partner: typeof partner
  readonly partnerAccount: typeof partnerAccount
  readonly partnerClient: typeof partnerClient
  readonly partnerV1: typeof partnerV1
  readonly shopPlugin: typeof shopPlugin
  readonly client: typeof client
  readonly widget: typeof widget
}

/**
 * Every route of the exchange, by group. A new route is one entry in its group's file; the compiler requires the rest.
 */
export const contract: Contract = {
  public: open,
  publicV1: openV1,
  partner,
  partnerAccount,
  partnerClient,
  partnerV1,
  shopPlugin,
  client,
  widget,
}
