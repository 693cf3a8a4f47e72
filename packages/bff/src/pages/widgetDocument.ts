import { openingId, type Opening } from '@cambio/wire/widget/Opening.ts'
import type { Html } from './Page.ts'

/** The widget's page as it was built, with the places that are written for each purchase. */
export type WidgetDocument = {
  /** @returns the page's HTML */
  readonly write: (content: { readonly standing: Html; readonly opening: Opening }) => Promise<string>
}

/** @param built the built page, with a comment in each place */
export function widgetDocument(built: string): WidgetDocument {
  const [head = '', rest = ''] = built.split('<!--standing-->')
  const [middle = '', end = ''] = rest.split('<!--opening-->')
  return {
    write: async ({ standing, opening }) => {
      const data = `<script type="application/json" id="${openingId}">${inScript(opening)}</script>`
      return `${head}${(await standing).toString()}${middle}${data}${end}`
    },
  }
}

/** JSON that no text in it can end the script element with, or begin a comment. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
