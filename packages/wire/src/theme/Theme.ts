import * as z from 'zod/mini'
import { formOf } from './formOf.ts'
import { colourNames, isColourName, isOtherName, otherNames } from './tokens.ts'

/*
 * The schema of a theme. Values have a few closed forms, so that none can end a rule of a style sheet, fetch anything
 * or refer to anything: colours are hex digits, lengths are numbers within bounds, fonts are names of ours.
 */

const value = z.string().check(z.maxLength(16))
export const ThemeTokens = z.partialRecord(z.enum([...colourNames, ...otherNames]), value)
export const ThemeColours = z.partialRecord(z.enum(colourNames), value)

export const Theme = z
  .strictObject({
    /** The appearance by default, where the embedding page sets none. */
    appearance: z.optional(z.enum(['light', 'dark', 'system'])),
    /** Values for both appearances. */
    tokens: z.optional(ThemeTokens),
    /** Colours of the light appearance only; they override those in `tokens`. */
    light: z.optional(ThemeColours),
    /** Colours of the dark appearance only. */
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
