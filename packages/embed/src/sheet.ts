const css = `
:host { all: initial; display: block }
iframe { display: block; width: 100%; height: 640px; border: 0; border-radius: 16px }
p { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas }
p:not(:empty) { padding: 16px; border-radius: 12px }
a { color: LinkText }
dialog { position: fixed; box-sizing: border-box; width: min(480px, 100%); max-width: 100%; max-height: 100%;
  margin: auto; padding: 0; border: 0; border-radius: 20px; overflow: auto; overscroll-behavior: contain;
  background: Canvas; box-shadow: 0 24px 64px rgb(0 0 0 / 30%) }
dialog::backdrop { background: rgb(10 15 24 / 55%) }
dialog iframe { border-radius: 0 }
button { position: absolute; top: 8px; right: 8px; width: 44px; height: 44px; border: 0; border-radius: 50%;
  font: 26px/1 system-ui, sans-serif; color: CanvasText; background: Canvas; cursor: pointer }
button:hover { background: ButtonFace }
@media (max-width: 519px) { dialog { height: 100%; border-radius: 0 } }
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
