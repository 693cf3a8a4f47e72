import { directionOf } from '@cambio/wire/language/directionOf.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { openingId, type Drawing, type Opening } from '@cambio/wire/widget/Opening.ts'
import type { Html } from './Page.ts'

/** The content of the widget's page for one purchase and one reader. */
export type WidgetContent = {
  readonly standing: Html
  readonly opening: Omit<Opening, 'words'>
  /** The first screen; null if it was not drawn. */
  readonly drawing: Drawing | null
  /** The theme's style element for the head. */
  readonly style: Html
  /** How the page is shown: the data attributes of its root, which its script would otherwise set. */
  readonly shown: Shown
}

/** The data attributes of the page's root that its style uses. */
export type Shown = {
  /** Alone in a window. */
  readonly alone?: boolean
  /** In a dialog over a partner's page. */
  readonly closable?: boolean
  readonly appearance?: Theme['appearance']
}

/**
 * Prepares the built page of the widget for filling it in for each purchase.
 * @param built its HTML, with a comment at each place to fill in
 */
export function widgetDocument(built: string): (content: WidgetContent) => Promise<string> {
  const [root = '', afterRoot = ''] = built.split('<html lang="en">')
  const [head = '', afterTheme = ''] = afterRoot.split('<!--theme-->')
  const [begin = '', afterBody = ''] = afterTheme.split('<!--standing-->')
  const [middle = '', end = ''] = afterBody.split('<!--opening-->')
  return async ({ standing, opening, drawing, style, shown }) => {
    const lang = drawing?.lang ?? 'en'
    const brought: Opening = { ...opening, words: drawing?.words ?? null }
    return [
      root,
      `<html lang="${lang}" dir="${directionOf(lang)}"${attributesOf(shown)}>`,
      head,
      (await style).toString(),
      begin,
      // The drawing does not react yet, so it is inert for the keyboard and screen readers. Its style shows it: a page may
      // be laid out before that comes, and what is laid out twice counts as moved.
      drawing ? `<div class="drawn" hidden inert>${drawing.html}</div>` : '',
      (await standing).toString(),
      middle,
      `<script type="application/json" id="${openingId}">${inScript(brought)}</script>`,
      end,
    ].join('')
  }
}

function attributesOf({ alone = false, closable = false, appearance }: Shown): string {
  return [
    alone ? ' data-alone' : '',
    closable ? ' data-closable' : '',
    appearance ? ` data-appearance="${appearance}"` : '',
  ].join('')
}

/** JSON in which no text can end the script element or begin a comment. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
