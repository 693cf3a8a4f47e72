import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contrast } from './contrast.ts'
import { settleColours } from './settleColours.ts'
import { Theme } from './Theme.ts'
import { standardCss, themeCss } from './themeCss.ts'
import { isTheme, themeFaults } from './themeFaults.ts'
import { colourNames, colours, otherNames, type ColourToken, type ColourName } from './tokens.ts'

test('there are at least 60 tokens, and the standard ones need no correction', () => {
  expect(colourNames.length + otherNames.length).toBeGreaterThanOrEqual(60)
  expect(themeCss({}, '/fonts')).toEqual({ css: '', corrections: [] })
  for (const name of [...colourNames, ...otherNames])
    expect(standardCss()).toContain(`--${name.replaceAll('_', '-')}:`)
})

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const opaque = colourNames.filter((name) => name !== 'shadow' && name !== 'scrim')
const anyColours = fc.dictionary(fc.constantFrom(...opaque), hex, { maxKeys: 12 })

test('whatever colours are given, each is readable on all its surfaces', () => {
  fc.assert(
    fc.property(anyColours, fc.constantFrom('light', 'dark'), (given, appearance) => {
      const settled = settleColours(appearance, given)
      const valueOf = (name: ColourName) => settled.colours.get(name) ?? ''
      const unread = colourNames.flatMap((name) => {
        const { on = [], least = 4.5 }: ColourToken<ColourName> = colours[name]
        return on
          .filter((surface) => contrast(valueOf(name), valueOf(surface)) < least)
          .map((surface) => `${name} on ${surface}`)
      })
      expect(unread).toEqual([])
    }),
  )
})

test('a readable colour stays as given, and an unreadable one is reported', () => {
  expect(themeCss({ light: { accent: '#7a1fa2' } }, '/fonts').corrections).toEqual([])
  const { css, corrections } = themeCss({ light: { accent: '#ffd400' } }, '/fonts')
  expect(corrections).toContainEqual(
    expect.objectContaining({ appearance: 'light', token: 'accent', was: '#ffd400', least: 4.5 }),
  )
  expect(css).not.toContain('#ffd400')
})

test.for([
  ['a rule', { tokens: { accent: 'red;} body{display:none' } }],
  ['an address', { tokens: { background: 'url(//evil.example)' } }],
  ['a variable', { tokens: { accent: 'var(--x)' } }],
  ['a name', { tokens: { accent: 'tomato' } }],
  ['a length beyond its bounds', { tokens: { button_height: '10px' } }],
  ['a length without a unit', { tokens: { radius: '8' } }],
  ['a font that is not served', { tokens: { font: 'Comic Sans' } }],
  ['an unknown token', { tokens: { colour: '#ffffff' } }],
  ['a length as a colour of one appearance', { dark: { radius: '8px' } }],
  ['another member', { css: 'body{}' }],
])('a theme with %s is refused', ([, theme]) => {
  expect(z.safeParse(Theme, theme).success).toBe(false)
  expect(isTheme(theme)).toBe(false)
})

test('a theme makes rules of what it gives and of what follows from it', () => {
  const theme = z.parse(Theme, {
    tokens: { accent: '#7a1fa2', radius: '4px', font: 'inter' },
    dark: { accent: '#d9a6ff' },
  })
  expect(themeFaults(theme)).toEqual([])
  const { css } = themeCss(theme, '/widget/fonts')
  expect(css).toContain('--accent:light-dark(#7a1fa2,#d9a6ff)')
  expect(css).toContain('--radius:4px')
  expect(css).toContain("--font:'Inter', system-ui")
  expect(css).toContain('url(/widget/fonts/inter-latin.woff2)')
  expect(css).toMatch(/--accent-soft:light-dark\(#/)
  expect(css).not.toContain('--button:')
})
