import { createHash } from 'node:crypto'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { themeCss } from '@cambio/wire/theme/themeCss.ts'
import { raw } from 'hono/html'
import type { Html } from '../pages/Page.ts'

/** A theme as the head of a page has it, so that the first thing seen is themed; and what lets the page's policy take it. */
export type ThemeStyle = { readonly element: Html; readonly sources: readonly string[] }

/** Where the files of our fonts are. */
export const FONTS = '/widget/fonts'

const MOST_HELD = 500
const held = new Map<string, ThemeStyle>()

/** @param logoDark the address of the logo that stands in for the other one on dark ground */
export function themeStyle(theme: Theme | null, logoDark: string | null = null): ThemeStyle {
  if (theme === null && logoDark === null) return { element: raw(''), sources: [] }
  const key = JSON.stringify([theme, logoDark])
  const known = held.get(key)
  if (known) return known
  const css = themeCss(theme ?? {}, FONTS).css + logoRules(logoDark)
  const hash = createHash('sha256').update(css).digest('base64')
  const style = { element: raw(`<style>${css}</style>`), sources: [`'sha256-${hash}'`] }
  if (held.size >= MOST_HELD) held.clear()
  held.set(key, style)
  return style
}

function logoRules(logoDark: string | null): string {
  if (logoDark === null) return ''
  const shown = `header img{content:url(${logoDark})}`
  return `:root[data-appearance='dark'] ${shown}@media (prefers-color-scheme:dark){:root:not([data-appearance='light']) ${shown}}`
}
