import { isFontName } from './fontNames.ts'
import { familyOf, fontFaces } from './fonts.ts'
import { settleColours, type Colours, type Correction } from './settleColours.ts'
import type { Theme } from './Theme.ts'
import { themeOver } from './themeOver.ts'
import {
  colourNames,
  colours,
  otherNames,
  others,
  propertyOf,
  type ColourName,
  type ColourToken,
  type OtherName,
  type OtherToken,
  type LengthToken,
} from './tokens.ts'

/** A theme as shown: the rules of a style sheet, and what the guard changed so that everything is readable. */
export type ShownTheme = { readonly css: string; readonly corrections: readonly Correction[] }

/**
 * The rules of a theme; they override those of `standardCss`, and omit what the theme does not change.
 * @param fonts the address below which our font files are served
 */
export function themeCss(theme: Theme, fonts: string): ShownTheme {
  const { tokens = {}, light: givenLight = {}, dark: givenDark = {} } = themeOver(null, theme)
  const light = settleColours('light', givenLight)
  const dark = settleColours('dark', givenDark)
  const given = otherNames.flatMap((name) => {
    const value = tokens[name]
    return value === undefined ? [] : [{ name, value }]
  })
  const declarations = [
    ...colourNames
      .filter((name) => isChanged(name, light.colours, dark.colours))
      .map((name) => declaration(name, pairOf(name, light.colours, dark.colours))),
    ...given.map(({ name, value }) => declaration(name, written(name, value))),
  ]
  const faces = new Set(given.map(({ value }) => (isFontName(value) ? fontFaces(value, fonts) : '')))
  return {
    css: [...faces, declarations.length > 0 ? `:root:root{${declarations.join(';')}}` : ''].join(''),
    corrections: [...light.corrections, ...dark.corrections],
  }
}

/**
 * The rule that gives every token its standard value. A token that follows another refers to it, and so keeps following
 * it.
 */
export function standardCss(): string {
  const declarations = [
    ...colourNames.map((name) => {
      const token: ColourToken = colours[name]
      const value = 'as' in token ? `var(${propertyOf(token.as)})` : lightDark(token.light, token.dark)
      return declaration(name, value)
    }),
    ...otherNames.map((name) => {
      const token: LengthToken | OtherToken = others[name]
      return declaration(name, 'as' in token ? `var(${propertyOf(token.as)})` : written(name, token.value))
    }),
  ]
  return `:root{${declarations.join(';')}}`
}

/** Whether a colour differs from that of the standard rule. */
function isChanged(name: ColourName, light: Colours, dark: Colours): boolean {
  const token: ColourToken<ColourName> = colours[name]
  const standard = 'as' in token ? pairOf(token.as, light, dark) : lightDark(token.light, token.dark)
  return pairOf(name, light, dark) !== standard
}

function pairOf(name: ColourName, light: Colours, dark: Colours): string {
  return lightDark(light.get(name) ?? '', dark.get(name) ?? '')
}

function lightDark(light: string, dark: string): string {
  return light === dark ? light : `light-dark(${light},${dark})`
}

function declaration(name: ColourName | OtherName, value: string): string {
  return `${propertyOf(name)}:${value}`
}

function written(name: OtherName, value: string): string {
  return others[name].kind === 'font' && isFontName(value) ? familyOf(value) : value
}
