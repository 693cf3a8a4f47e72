import { themeCss } from '@cambio/wire/theme/themeCss.ts'
import { isTheme, themeFaults } from '@cambio/wire/theme/themeFaults.ts'
import { themeOver } from '@cambio/wire/theme/themeOver.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'

let sheet: CSSStyleSheet | null = null
/** How often the page has changed the theme; whatever depends on the theme watches this attribute. */
let changes = 0

/**
 * Applies a theme that the page around us sent, over the one that the exchange has for this request. An invalid theme
 * changes nothing. In a sandbox the console reports what was corrected or refused.
 */
export function showTheme({ mode, partner }: Pick<WidgetView, 'mode' | 'partner'>, over: unknown): void {
  const tells = mode === 'sandbox'
  if (!isTheme(over)) {
    if (tells) console.warn(`Cambio does not take this theme. ${themeFaults(over).join('. ')}`)
    return
  }
  const own = isTheme(partner.theme) ? partner.theme : null
  const { css, corrections } = themeCss(themeOver(own, over), '/widget/fonts')
  sheet ??= addedSheet()
  // A constructed style sheet needs no exception in the page's policy, and comes after all others.
  sheet.replaceSync(css)
  changes += 1
  document.documentElement.dataset['theme'] = String(changes)
  if (tells)
    for (const { appearance, token, against, was, is, ratio, least } of corrections)
      console.warn(
        `Cambio shows ${token} (${appearance}) as ${is} in place of ${was}: on ${against} that has a contrast of ${ratio.toFixed(2)}:1, and ${least}:1 is the least.`,
      )
}

function addedSheet(): CSSStyleSheet {
  const added = new CSSStyleSheet()
  document.adoptedStyleSheets.push(added)
  return added
}
