/** The styles of the widget's box. */
export const boxCss = `
:host { all: initial; display: block; font: 16px/1.5 system-ui }
div, dialog, button { border: 0; border-radius: 16px; overflow: hidden; background: light-dark(#fff, #111827) }
iframe { display: block; width: 100%; height: 558px; border: 0 }
p { margin: 0; padding: 16px 56px }
p:empty { display: none }
dialog { width: min(480px, 100%); max-width: 100%; max-height: 100%; padding: 0 }
dialog::backdrop { background: #0009 }
dialog iframe { max-height: calc(100vh - 32px) }
button { position: absolute; top: 4px; inset-inline-end: 4px; width: 44px; height: 44px; font: inherit; background: none }
button:hover { background: #8882 }
@media (width<480px) {
  dialog { height: 100%; border-radius: 0 }
  dialog iframe { height: 100% !important; max-height: 100% }
}
`

/** Keeps the page behind a dialog in place, without moving anything by the width of its scrollbar. */
export function lockCss(): string {
  const gutter = innerWidth > document.documentElement.clientWidth ? 'stable' : 'auto'
  return `html { overflow: hidden !important; scrollbar-gutter: ${gutter} }`
}

/** A constructed style sheet needs no exception in the page's style policy. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
