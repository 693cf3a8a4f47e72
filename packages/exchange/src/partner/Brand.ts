import type { Theme } from '@cambio/wire/theme/Theme.ts'

/** How a partner's widget looks beside its name. Each part is null until the operator sets it. */
export type Brand = {
  readonly theme: Theme | null
  /** The names of the files that the exchange serves. */
  readonly logo: string | null
  /** The logo on dark ground; null where the other one is used there, too. */
  readonly logoDark: string | null
}

/** An image that was checked, under a name made of its content. */
export type LogoFile = { readonly name: string; readonly type: string; readonly body: Uint8Array }
