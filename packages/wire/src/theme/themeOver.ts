import type { Theme } from './Theme.ts'
import { isColourName } from './tokens.ts'

/** A theme overridden by another, token by token. Colours of both appearances become those of each. */
export function themeOver(base: Theme | null, over: Theme | null): Theme {
  const parts = [base, over].map((theme) => perAppearance(theme ?? {}))
  const appearance = over?.appearance ?? base?.appearance
  return {
    ...(appearance && { appearance }),
    tokens: Object.assign({}, ...parts.map(({ tokens }) => tokens)),
    light: Object.assign({}, ...parts.map(({ light }) => light)),
    dark: Object.assign({}, ...parts.map(({ dark }) => dark)),
  }
}

function perAppearance({ tokens = {}, light, dark }: Theme) {
  const given = Object.entries(tokens)
  const both = Object.fromEntries(given.filter(([name]) => isColourName(name)))
  return {
    tokens: Object.fromEntries(given.filter(([name]) => !isColourName(name))),
    light: { ...both, ...light },
    dark: { ...both, ...dark },
  }
}
