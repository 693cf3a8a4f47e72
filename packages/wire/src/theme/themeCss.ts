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

/** A theme as it is shown: the rules of a style sheet, and what the guard changed so that all of it can be read. */
export type ShownTheme = { readonly css: string; readonly corrections: readonly Correction[] }

/**
 * The rules that make a page look as a theme says; they pass those of `standardCss`, and what the theme leaves as it was
 * is not among them.
 * @param fonts the address that our font files are served below
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

/** The rule that gives every token its standard value. One that follows another names it, and so goes on following it. */
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

/** Whether a colour is another one than the standard rule would make it. */
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
