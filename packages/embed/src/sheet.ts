const css = `
:host { all: initial; display: block; --ground: light-dark(#fff, #121926); --ink: light-dark(#0f1a2c, #eef2f8) }
iframe { display: block; width: 100%; height: 640px; border: 0; border-radius: 16px; color-scheme: inherit }
p { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
p:not(:empty) { padding: 16px; border-radius: 12px }
a { color: inherit }
dialog { box-sizing: border-box; width: min(480px, 100%); max-width: 100%; max-height: 100%; margin: auto;
  padding: 0; border: 0; border-radius: 20px; overflow: auto; overscroll-behavior: contain;
  background: var(--ground); box-shadow: 0 24px 64px rgb(0 0 0 / 30%) }
dialog::backdrop { background: rgb(10 15 24 / 55%) }
dialog iframe { border-radius: 0 }
dialog > div { position: sticky; top: 0; display: flex; justify-content: flex-end; padding: 4px; background: var(--ground) }
button { width: 44px; height: 44px; border: 0; border-radius: 50%; color: var(--ink); background: none; cursor: pointer }
button:hover { background: light-dark(#e9edf4, #243046) }
button:focus-visible { outline: 2px solid light-dark(#2450d8, #8fb1ff) }
button::before { content: "\\2715"; font: 18px/1 system-ui, sans-serif }
@media (max-width: 519px) { dialog { width: 100%; height: 100%; border-radius: 0 } }
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
