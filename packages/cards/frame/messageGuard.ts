import type { FieldName, Init, marker, Theme, ToFrame } from '@cambio/wire/widget/CardFrame.ts'

/*
 * The schemas of what the page above sends, by hand: a schema library would be half of the whole frame. The types are
 * the wire's own, and a test holds both to the same answers.
 */

export const channel: typeof marker = 'cambio-card-fields'

/** The first message of the page above; null when it is none. */
export function readInit(data: unknown): Init | null {
  const { kind, locale, theme, ...rest } = membersOf(data)
  if (rest['channel'] !== channel || kind !== 'init') return null
  if (locale !== undefined && !isLocale(locale)) return null
  if (theme !== undefined && !isTheme(theme)) return null
  return { channel, kind, locale, theme }
}

/** A later message of the page above; null when it is none, or of a kind that this version does not know. */
export function readToFrame(data: unknown): ToFrame | null {
  const { kind, locale, theme, field } = membersOf(data)
  if (kind === 'submit') return { kind }
  if (kind === 'locale' && isLocale(locale)) return { kind, locale }
  if (kind === 'theme' && isTheme(theme)) return { kind, theme }
  if (kind === 'focus' && isKeyOf(fields, field)) return { kind, field }
  return null
}

const fields: Readonly<Record<FieldName, true>> = { number: true, expiry: true, code: true }

const tokens: Readonly<Record<keyof Theme, true>> = {
  text: true,
  muted: true,
  background: true,
  surface: true,
  border: true,
  accent: true,
  danger: true,
  radius: true,
  font_size: true,
  font: true,
}

function isLocale(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 35
}

function isTheme(value: unknown): value is Theme {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([token, text]) => isKeyOf(tokens, token) && isTokenText(text))
  )
}

function isTokenText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 64 && /^[#a-zA-Z0-9(),.% -]+$/.test(value)
}

/** The members of an object; none of anything else. */
function membersOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' ? { ...data } : {}
}

function isKeyOf<K extends string>(list: Readonly<Record<K, true>>, value: unknown): value is K {
  return typeof value === 'string' && Object.hasOwn(list, value)
}
