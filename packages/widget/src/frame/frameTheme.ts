import type { Theme } from '@cambio/wire/widget/CardFrame.ts'

const tokens = {
  text: '--text',
  muted: '--muted',
  background: '--background',
  surface: '--surface',
  border: '--border-strong',
  accent: '--accent',
  danger: '--danger',
} as const satisfies Partial<Record<keyof Theme, string>>

/** Our colours as they are now, so that the card form looks like the page it stands in. */
export function frameTheme(): Theme {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const colours = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return { ...Object.fromEntries(colours), radius: '10px', font_size: '16px' }
}
