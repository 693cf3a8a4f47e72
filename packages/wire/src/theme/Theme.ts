import * as z from 'zod/mini'
import { fontNames } from './fonts.ts'
import { colourNames, isColourName, isOtherName, otherNames, tokens, type TokenName } from './tokens.ts'

/*
 * What a theme may say. Values are of a few closed forms, so that nothing in one can end a rule of a style sheet, fetch
 * anything or name anything: colours are hex digits, lengths are numbers between bounds, fonts are names of ours.
 */

const value = z.string().check(z.maxLength(16))
export const ThemeTokens = z.partialRecord(z.enum([...colourNames, ...otherNames]), value)
export const ThemeColours = z.partialRecord(z.enum(colourNames), value)

export const Theme = z
  .strictObject({
    /** How the widget looks where the page around it does not say. */
    appearance: z.optional(z.enum(['light', 'dark', 'system'])),
    /** Values of both appearances. */
    tokens: z.optional(ThemeTokens),
    /** Colours of the light appearance alone; they pass those in `tokens`. */
    light: z.optional(ThemeColours),
    /** Colours of the dark appearance alone. */
    dark: z.optional(ThemeColours),
  })
  .check((context) => {
    for (const part of ['tokens', 'light', 'dark'] as const)
      for (const [name, text] of Object.entries(context.value[part] ?? {})) {
        const form = isColourName(name) || isOtherName(name) ? formOf(name) : undefined
        if (form && !form.test(text))
          context.issues.push({
            code: 'custom',
            path: [part, name],
            input: text,
            message: `${name} must be ${form.says}`,
          })
      }
  })
export type Theme = z.infer<typeof Theme>

/** What a value of a token must look like, and the same in words. */
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

/** A theme with what another says passing it, token by token. Colours of both appearances become those of each. */
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
