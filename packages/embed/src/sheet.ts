const css = `
:host { all: initial; display: block; --ground: light-dark(#fff, #111827); --ink: light-dark(#0d1526, #f1f4fa) }
iframe { display: block; width: 100%; height: 558px; border: 0; border-radius: 16px; color-scheme: inherit }
p { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
p:not(:empty) { padding: 16px; border-radius: 12px }
a { color: inherit }
dialog { box-sizing: border-box; width: min(480px, 100%); max-width: 100%; max-height: 100%; margin: auto;
  padding: 0; border: 0; border-radius: 20px; overflow: hidden; overscroll-behavior: contain;
  background: var(--ground); box-shadow: 0 24px 64px rgb(0 0 0 / 30%) }
dialog::backdrop { background: rgb(8 12 20 / 55%) }
dialog iframe { max-height: calc(100vh - 32px); border-radius: 0 }
dialog p:not(:empty) { padding-inline-end: 56px }
button { position: absolute; z-index: 1; top: 4px; inset-inline-end: 6px; width: 44px; height: 44px;
  border: 0; border-radius: 50%; color: var(--ink); background: none; cursor: pointer }
button:hover { background: light-dark(#f4f6fa, #1a2335) }
button:focus-visible { outline: 2px solid light-dark(#2450d8, #8fb1ff); outline-offset: -2px }
button::before { content: "\\2715"; font: 16px/1 system-ui, sans-serif }
@media (max-width: 479px) {
  dialog { width: 100%; height: 100%; border-radius: 0 }
  dialog iframe { height: 100% !important; max-height: none }
}
`

let made: CSSStyleSheet | null = null

/** The styles of the widget's box. A constructed sheet needs no exception in the page's style policy. */
export function sheet(): CSSStyleSheet {
  if (!made) {
    made = new CSSStyleSheet()
    made.replaceSync(css)
  }
  return made
}
