import type { Theme } from '@cambio/wire/theme/Theme.ts'

/** How a partner's widget looks, apart from its name. Each part is null until it is set. */
export type Brand = {
  readonly theme: Theme | null
  /** The name of a file that the exchange serves. */
  readonly logo: string | null
  /** The logo for a dark background; null where the other one is used there too. */
  readonly logoDark: string | null
}

/** A validated image, named by its content. */
export type LogoFile = { readonly name: string; readonly type: string; readonly body: Uint8Array }
