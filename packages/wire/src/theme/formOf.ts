import { fontNames } from './fontNames.ts'
import { tokens, type TokenName } from './tokens.ts'

/** The form of a token's value: a test, and its description in words. */
export type Form = { readonly test: (text: string) => boolean; readonly says: string }

export function formOf(name: TokenName): Form {
  const token = tokens[name]
  switch (token.kind) {
    case 'colour':
      return name === 'shadow' || name === 'scrim'
        ? { test: (text) => /^#[\da-f]{8}$/i.test(text), says: 'a colour such as #0d152614' }
        : { test: (text) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text), says: 'a colour such as #2450d8' }
    case 'length':
      return between(/^(\d{1,3}(?:\.\d{1,2})?)px$/, token, 'px')
    case 'size':
      return between(/^(\d{1,2}(?:\.\d{1,4})?)rem$/, token, 'rem')
    case 'time':
      return between(/^(\d{1,3})ms$/, { least: 0, most: token.most }, 'ms')
    case 'weight':
      return between(/^([1-9]\d{2})$/, { least: 300, most: 800 }, '')
    case 'font':
      return {
        test: (text) => fontNames.some((font) => font === text),
        says: `one of ${fontNames.join(', ')}`,
      }
  }
}

function between(shape: RegExp, { least, most }: { least: number; most: number }, unit: string): Form {
  return {
    test: (text) => {
      const number = Number(shape.exec(text)?.[1] ?? Number.NaN)
      return number >= least && number <= most
    },
    says: `from ${least}${unit} to ${most}${unit}`,
  }
}
