import type { MailBrand } from '@cambio/exchange/message/MailBrand.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { findLogo } from '../store/logos.ts'

/** How mails to a partner's buyers look. @param theme that of the widget in which they buy */
export async function mailBrandOf(
  query: Query,
  { brand: { logo } }: Pick<Partner, 'brand'>,
  theme: Theme | null,
): Promise<MailBrand> {
  return { theme, logo: (logo !== null && (await findLogo(query, logo))) || null }
}
