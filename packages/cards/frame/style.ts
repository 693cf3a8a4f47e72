import css from './frame.css?inline'

/** Gives the page its style, which comes in its script: one request less, and nothing is drawn before both are there. */
export function adoptStyle(document: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
