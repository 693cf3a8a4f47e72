import type { Theme } from '@cambio/wire/widget/CardFrame.ts'

/**
 * Sets the tokens whose values are what their names promise; the rest are left as they are. Set through the object
 * model, which the page's policy allows where it refuses style attributes.
 */
export function applyTheme(theme: Theme, style: CSSStyleDeclaration): void {
  for (const [token, value] of Object.entries(theme)) {
    if (isValue(token, value)) style.setProperty(`--${token.replace('_', '-')}`, value)
  }
}

function isValue(token: string, value: string): boolean {
  if (token === 'font_size') return within(value, /^(\d+(?:\.\d+)?)px$/, 12, 24)
  if (token === 'radius') return within(value, /^(\d+(?:\.\d+)?)px$/, 0, 32)
  return colour.test(value) && !keyword.test(value) && CSS.supports('color', value)
}

/** Hex, a name, or a colour function of plain numbers; never a variable or anything that is fetched. */
const colour = /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d., %]+\)|(ok)?l(ab|ch)\([\d. %-]+\))$/i
const keyword = /^(inherit|initial|unset|revert|currentcolor)$/i

function within(value: string, shape: RegExp, least: number, most: number): boolean {
  const size = Number(shape.exec(value)?.[1] ?? Number.NaN)
  return size >= least && size <= most
}
