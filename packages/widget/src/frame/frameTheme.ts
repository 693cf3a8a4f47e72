import type { FontName } from '@cambio/wire/theme/fontNames.ts'
import type { Theme } from '@cambio/wire/widget/CardFrame.ts'

const tokens = {
  text: '--text',
  muted: '--muted',
  background: '--background',
  surface: '--field',
  border: '--field-border',
  accent: '--focus',
  danger: '--danger',
} as const satisfies Partial<Record<keyof Theme, string>>

/** Repeated here: a file shared by two parts of the widget would be one more request. */
const fonts: Readonly<Record<FontName, true>> = { system: true, inter: true, nunito: true, lora: true }

/** Our current theme, so that the card form looks like the page around it. */
export function frameTheme(): Theme {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const { style } = probe
  const computed = getComputedStyle(probe)
  const colours = Object.entries(tokens).map(([name, token]) => {
    style.color = `var(${token})`
    return [name, computed.color]
  })
  style.borderRadius = 'var(--field-radius)'
  style.fontSize = 'var(--text-base)'
  const family = computed.fontFamily.split(',')[0]?.replaceAll(/['"]/g, '').toLowerCase() ?? ''
  const theme = {
    ...Object.fromEntries(colours),
    radius: computed.borderTopLeftRadius,
    font_size: computed.fontSize,
    font: family in fonts ? family : 'system',
  }
  probe.remove()
  return theme
}
