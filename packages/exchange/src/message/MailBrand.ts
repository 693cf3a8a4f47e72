import type { Theme } from '@cambio/wire/theme/Theme.ts'
import type { LogoFile } from '../partner/Brand.ts'

/** How a mail to a buyer looks: like the widget in which they buy. */
export type MailBrand = {
  readonly theme: Theme | null
  readonly logo: LogoFile | null
}
