/*
 * Every token of the widget's theme: its meaning, its default value, and the colours that it must be readable on.
 * The style sheet, the schema, the contrast guard and the guide's table are made from this.
 */

/** A colour for each appearance, or another token's colour by default. */
export type ColourToken<Name extends string = string> = {
  readonly kind: 'colour'
  readonly is: string
  /** The surfaces that it is used on, the largest first, with the contrast that it needs to each. */
  readonly on?: readonly Name[]
  readonly least?: 4.5 | 3
} & (
  | {
      readonly light: string
      readonly dark: string
      /** A mix of two others once one of them is set: the first, with a share of the second. */
      readonly mix?: readonly [first: Name, second: Name, share: number]
    }
  | { readonly as: Name }
)

/** A length between two bounds, CSS pixels; a type size is written in rem, so that it grows with the reader's setting. */
export type LengthToken = {
  readonly kind: 'length' | 'size'
  readonly is: string
  readonly least: number
  readonly most: number
} & ({ readonly value: string } | { readonly as: string })

/** The name of a font that we serve, a weight of it, or a time in milliseconds. */
export type OtherToken =
  | ({ readonly kind: 'font'; readonly is: string } & ({ readonly value: string } | { readonly as: string }))
  | { readonly kind: 'weight'; readonly is: string; readonly value: string }
  | { readonly kind: 'time'; readonly is: string; readonly value: string; readonly most: number }

export type Token = ColourToken | LengthToken | OtherToken

const colour = (light: string, dark: string, is: string) => ({ kind: 'colour', light, dark, is }) as const
const like = <Name extends string>(as: Name, is: string) => ({ kind: 'colour', as, is }) as const
const length = (value: number, [least, most]: readonly [number, number], is: string) =>
  ({ kind: 'length', value: `${value}px`, least, most, is }) as const
const lengthLike = (as: string, [least, most]: readonly [number, number], is: string) =>
  ({ kind: 'length', as, least, most, is }) as const
const size = (value: number, is: string) =>
  ({ kind: 'size', value: `${value}rem`, least: 0.625, most: 3, is }) as const
const weight = (value: number, is: string) => ({ kind: 'weight', value: `${value}`, is }) as const

const surfaces = [
  'background',
  'surface',
  'surface_strong',
  'panel',
  'dialog',
  'notice',
  'option_hover',
  'option_chosen',
  'field',
] as const
const gap: readonly [number, number] = [0, 64]
const corner: readonly [number, number] = [0, 32]

/** The colours, in the order in which the guard checks them: each comes after those that it is used on or follows. */
export const colours = {
  background: colour('#ffffff', '#111827', 'The background of everything'),
  surface: {
    ...colour('#f4f6fa', '#1a2335', 'Panels and boxes'),
    mix: ['background', 'text', 0.045],
  },
  surface_strong: {
    ...colour('#e8ecf3', '#263248', 'Disabled parts, and outlines while something loads'),
    mix: ['background', 'text', 0.1],
  },
  canvas: {
    ...colour('#eef1f6', '#080c14', 'Around the widget in a tab of its own'),
    mix: ['background', 'text', 0.07],
  },
  panel: like('surface', 'The panels of the two amounts'),
  dialog: like('background', 'Dialogs'),
  notice: like('surface', 'Notices that are no warning'),
  option_hover: like('surface', 'The option under the pointer'),
  accent_soft: {
    ...colour('#edf2ff', '#1b2846', 'A light accent: what is chosen or pressed'),
    mix: ['background', 'accent', 0.09],
  },
  option_chosen: like('accent_soft', 'The chosen option'),
  field: like('background', 'Fields'),
  text: { ...colour('#0d1526', '#f1f4fa', 'Text'), on: surfaces },
  muted: {
    ...colour('#566178', '#a2aec4', 'Labels, hints and notes'),
    mix: ['text', 'background', 0.3],
    on: surfaces,
  },
  heading: { ...like('text', 'Titles'), on: ['background', 'surface', 'dialog'] },
  border: { ...colour('#e0e5ed', '#2a3649', 'Dividing lines'), mix: ['background', 'text', 0.13] },
  border_strong: {
    ...colour('#858fa3', '#6d7b94', 'Edges of controls'),
    mix: ['background', 'text', 0.5],
    on: ['background', 'surface'],
    least: 3,
  },
  accent: {
    ...colour('#2450d8', '#8fb1ff', 'The accent: the main button, links, current steps'),
    on: ['background', 'surface', 'accent_soft'],
  },
  accent_strong: {
    ...colour('#1c3fb0', '#a9c3ff', 'The accent under the pointer'),
    mix: ['accent', 'text', 0.2],
  },
  on_accent: {
    ...colour('#ffffff', '#0a1429', 'Text on the accent'),
    on: ['accent', 'accent_strong'],
  },
  link: {
    ...like('accent', 'Links, and buttons that look like links'),
    on: ['background', 'surface', 'accent_soft'],
  },
  focus: { ...like('accent', 'The focus ring'), on: ['background', 'surface'], least: 3 },
  button: like('accent', 'The main button'),
  button_hover: like('accent_strong', 'The main button under the pointer'),
  on_button: { ...like('on_accent', 'Text of the main button'), on: ['button', 'button_hover'] },
  button_off: like('surface_strong', 'The disabled main button'),
  on_button_off: { ...like('muted', 'Text of the disabled main button'), on: ['button_off'] },
  button_second: like('background', 'Other buttons'),
  on_button_second: { ...like('text', 'Text of other buttons'), on: ['button_second'] },
  button_second_border: like('border', 'Edges of other buttons'),
  field_border: { ...like('border_strong', 'Edges of fields'), on: ['background', 'field'], least: 3 },
  on_field: { ...like('text', 'Text in fields'), on: ['field'] },
  placeholder: { ...like('muted', 'The example in an empty field'), on: ['field'] },
  picker: like('background', 'The buttons that open a choice'),
  on_picker: { ...like('text', 'Text of these buttons'), on: ['picker'] },
  quick: like('background', 'Quick amounts'),
  on_quick: { ...like('muted', 'Text of quick amounts'), on: ['quick'] },
  header: like('background', 'The bar with the name and the back button'),
  on_header: { ...like('text', 'Text of that bar'), on: ['header'] },
  footer: like('background', 'The bar with the main button'),
  progress_track: like('surface_strong', 'The progress bar, as far as it is empty'),
  progress: { ...like('accent', 'The progress so far'), on: ['progress_track'], least: 3 },
  danger_soft: {
    ...colour('#fdefee', '#3a1d20', 'The background of errors'),
    mix: ['background', 'danger', 0.08],
  },
  danger: {
    ...colour('#b3261e', '#ff9a91', 'Errors'),
    on: ['background', 'surface', 'danger_soft'],
  },
  good_soft: {
    ...colour('#e3f5ec', '#12352a', 'The background of successes'),
    mix: ['background', 'good', 0.1],
  },
  good: { ...colour('#0f6b43', '#6fdcaa', 'Successes'), on: ['background', 'surface', 'good_soft'] },
  warn_soft: {
    ...colour('#fdf3df', '#382b13', 'The background of warnings'),
    mix: ['background', 'warn', 0.12],
  },
  warn: {
    ...colour('#7d4e00', '#f3c56b', 'Warnings'),
    on: ['background', 'surface', 'warn_soft'],
  },
  step_done: { ...like('good', 'A finished step of the order'), on: ['surface'], least: 3 },
  step_now: { ...like('accent', 'The current step of the order'), on: ['surface'], least: 3 },
  step_next: { ...like('border_strong', 'A later step'), on: ['surface'], least: 3 },
  step_failed: { ...like('danger', 'A step that failed'), on: ['surface'], least: 3 },
  on_step: {
    ...like('background', 'The mark in a finished or failed step'),
    on: ['step_done', 'step_failed'],
    least: 3,
  },
  shadow: colour('#0d152614', '#00000066', 'Shadows; the last two digits are the opacity'),
  scrim: colour(
    '#080c1480',
    '#080c1480',
    'Over the page behind a dialog; the last two digits are the opacity',
  ),
} as const satisfies Readonly<Record<string, ColourToken>>

export const others = {
  space_1: length(4, gap, 'The smallest gap'),
  space_2: length(8, gap, 'Gaps inside a part'),
  space_3: length(12, gap, 'Gaps between fields side by side'),
  space_4: length(16, gap, 'Gaps between parts, and the edge of the page on a phone'),
  space_5: length(20, gap, 'The edge of the page on a wider window'),
  space_6: length(24, gap, 'The largest gap: around single parts'),
  card_width: length(480, [320, 640], 'The greatest width of the widget'),
  card_radius: length(20, corner, 'Corners of the widget in a tab of its own, and of sheets'),
  radius: length(16, corner, 'Corners of panels'),
  radius_small: length(12, corner, 'Corners of boxes and notices'),
  radius_pill: length(999, [0, 999], 'Corners of pills: quick amounts, choices, marks'),
  panel_radius: lengthLike('radius', corner, 'Corners of the panels of the two amounts'),
  dialog_radius: lengthLike('radius', corner, 'Corners of dialogs'),
  button_radius: lengthLike('radius', corner, 'Corners of the main button'),
  button_second_radius: lengthLike('radius_small', corner, 'Corners of other buttons'),
  field_radius: lengthLike('radius_small', corner, 'Corners of fields'),
  button_height: length(52, [44, 72], 'Height of the main button'),
  field_height: length(48, [44, 72], 'Height of fields'),
  border_width: length(1, [0, 4], 'Width of lines and edges'),
  focus_width: length(2, [2, 6], 'Width of the focus ring'),
  text_xs: size(0.75, 'The smallest type'),
  text_sm: size(0.8125, 'Notes'),
  text_md: size(0.875, 'Labels and lines'),
  text_base: size(1, 'Text, also in fields'),
  text_lg: size(1.125, 'Titles of dialogs'),
  text_xl: size(1.375, 'The title of a step'),
  text_2xl: size(1.875, 'The two amounts'),
  button_text: size(1.0625, 'Text of the main button'),
  font: { kind: 'font', value: 'system', is: 'The font' },
  heading_font: { kind: 'font', as: 'font', is: 'The font of titles' },
  amount_font: { kind: 'font', as: 'font', is: 'The font of the two amounts' },
  weight: weight(400, 'Weight of text'),
  weight_medium: weight(500, 'Weight of labels'),
  weight_strong: weight(600, 'Weight of buttons and of important text'),
  weight_heading: weight(650, 'Weight of titles'),
  motion: { kind: 'time', value: '120ms', most: 400, is: 'Duration of a change of state; 0ms: at once' },
} as const satisfies Readonly<Record<string, LengthToken | OtherToken>>

export type ColourName = keyof typeof colours
export type OtherName = keyof typeof others
export type TokenName = ColourName | OtherName

export const colourNames = namesOf(colours)
export const otherNames = namesOf(others)

/** All tokens by their names. */
export const tokens: Readonly<Record<TokenName, Token>> = { ...colours, ...others }

/** The custom property of a token in a style sheet. */
export function propertyOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

export function isColourName(name: string): name is ColourName {
  return Object.hasOwn(colours, name)
}

export function isOtherName(name: string): name is OtherName {
  return Object.hasOwn(others, name)
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const isName = (name: string): name is Name => Object.hasOwn(table, name)
  return Object.keys(table).filter(isName)
}
