import type { Theme } from '@cambio/wire/widget/CardFrame.ts'

const fontSheet = document.createElement('link')
fontSheet.rel = 'stylesheet'

/**
 * Sets the tokens whose values are what their names promise; the rest are left as they are. Set through the object
 * model, which the page's policy allows where it refuses style attributes.
 */
export function applyTheme({ font, ...theme }: Theme, style: CSSStyleDeclaration): void {
  if (font !== undefined && /^[a-z]{1,20}$/.test(font)) useFont(font)
  for (const [token, value] of Object.entries(theme)) {
    if (isValue(token, value)) style.setProperty(`--${token.replace('_', '-')}`, value)
  }
}

/** A font of the platform's own, whose style sheet names its files; `system` has none. */
function useFont(font: string): void {
  if (font === 'system') return fontSheet.remove()
  fontSheet.href = `/fields/fonts/${font}.css`
  document.head.append(fontSheet)
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
