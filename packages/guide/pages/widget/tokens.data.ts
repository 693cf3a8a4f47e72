import {
  colourNames,
  colours,
  otherNames,
  others,
  type ColourToken,
  type LengthToken,
  type OtherToken,
} from '@cambio/wire/theme/tokens.ts'

/** A token of a theme as the page lists it. */
type Row = { readonly name: string; readonly is: string; readonly standard: string }

/** The rows of the table of tokens, for VitePress. */
export default {
  load: (): Row[] => [
    ...colourNames.map((name) => {
      const token: ColourToken = colours[name]
      const standard = 'as' in token ? token.as : `${token.light}, dark ${token.dark}`
      return { name, is: token.is, standard }
    }),
    ...otherNames.map((name) => {
      const token: LengthToken | OtherToken = others[name]
      return { name, is: token.is, standard: 'as' in token ? token.as : token.value }
    }),
  ],
}

export declare const data: Row[]
