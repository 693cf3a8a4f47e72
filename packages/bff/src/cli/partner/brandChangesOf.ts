import { readFile } from 'node:fs/promises'
import type { PartnerChanges } from '@cambio/exchange/operator/partner/PartnerWrites.ts'
import type { LogoFile } from '@cambio/exchange/partner/Brand.ts'
import { readLogo } from '@cambio/exchange/partner/readLogo.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { Theme } from '@cambio/wire/theme/Theme.ts'
import * as z from 'zod/mini'

type File = string | null | undefined
type Given = { readonly theme?: File; readonly logo?: File; readonly 'logo-dark'?: File }

/** Reads the changes of a partner's brand from the files that a call names. @throws CallRefused */
export async function brandChangesOf({
  theme,
  logo,
  'logo-dark': logoDark,
}: Given): Promise<Pick<PartnerChanges, 'theme' | 'logo' | 'logoDark'>> {
  return {
    ...(theme !== undefined && { theme: theme === null ? null : await readTheme(theme) }),
    ...(logo !== undefined && { logo: logo === null ? null : await readLogoFile(logo) }),
    ...(logoDark !== undefined && { logoDark: logoDark === null ? null : await readLogoFile(logoDark) }),
  }
}

async function readTheme(path: string): Promise<Theme> {
  const bytes = await contentOf(path)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new CallRefused(`The file ${path} is not JSON; nothing was changed.`)
  }
  const theme = z.safeParse(Theme, value)
  if (theme.success) return theme.data
  const faults = theme.error.issues.map(
    ({ path: at, message }) => `${at.join('.') || 'the theme'}: ${message}`,
  )
  throw new CallRefused(`The theme is not accepted; nothing was changed. ${faults.join('. ')}.`)
}

async function readLogoFile(path: string): Promise<LogoFile> {
  const logo = readLogo(await contentOf(path))
  if (typeof logo !== 'string') return logo
  throw new CallRefused(`The logo ${path} is not accepted; nothing was changed. ${logo}`)
}

async function contentOf(path: string): Promise<Uint8Array> {
  return readFile(path).catch(() => {
    throw new CallRefused(`The file ${path} cannot be read; nothing was changed.`)
  })
}
