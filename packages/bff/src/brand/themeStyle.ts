import { createHash } from 'node:crypto'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { standardCss, themeCss } from '@cambio/wire/theme/themeCss.ts'
import { raw } from 'hono/html'
import type { Html } from '../pages/Page.ts'

/**
 * A theme's style element for the head of a page, so that the first paint is themed, and its sources for the page's
 * policy.
 */
export type ThemeStyle = { readonly element: Html; readonly sources: readonly string[] }

/** The path of the font files. */
export const FONTS = '/widget/fonts'

const MOST_HELD = 500
const held = new Map<string, ThemeStyle>()

/**
 * The style of the widget's page in a theme.
 * @param logoDark the address of the logo for dark backgrounds
 */
export function themeStyle(theme: Theme | null, logoDark: string | null = null): ThemeStyle {
  if (theme === null && logoDark === null) return noStyle
  return heldStyle(
    JSON.stringify(['widget', theme, logoDark]),
    () => themeCss(theme ?? {}, FONTS).css + logoRules(logoDark),
  )
}

/** The style of a small page, such as those around the bank, in a theme. */
export function smallPageStyle(theme: Theme | null): ThemeStyle {
  if (theme === null) return noStyle
  const { appearance } = theme
  return heldStyle(JSON.stringify(['page', theme]), () =>
    [
      standardCss(),
      themeCss(theme, FONTS).css,
      appearance === 'light' || appearance === 'dark' ? `:root:root{color-scheme:${appearance}}` : '',
      ':root:root{--ink:var(--text);--soft:var(--muted);--paper:var(--background);--line:var(--border);--shade:var(--surface)}',
      'body{font-family:var(--font)}h1{font-family:var(--heading-font)}',
      'button{border-radius:var(--button-radius);border-color:var(--button);color:var(--on-button);background:var(--button)}',
    ].join(''),
  )
}

const noStyle: ThemeStyle = { element: raw(''), sources: [] }

function heldStyle(key: string, css: () => string): ThemeStyle {
  const known = held.get(key)
  if (known) return known
  const text = css()
  const hash = createHash('sha256').update(text).digest('base64')
  const style = { element: raw(`<style>${text}</style>`), sources: [`'sha256-${hash}'`] }
  if (held.size >= MOST_HELD) held.clear()
  held.set(key, style)
  return style
}

function logoRules(logoDark: string | null): string {
  if (logoDark === null) return ''
  const shown = `header img{content:url(${logoDark})}`
  return `:root[data-appearance='dark'] ${shown}@media (prefers-color-scheme:dark){:root:not([data-appearance='light']) ${shown}}`
}
