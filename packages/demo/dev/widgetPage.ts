/** A page of the exchange, with the policy that it came with. */
type Page = { readonly html: string; readonly policy: string }

const SCRIPT = /<script [^>]*src="\/widget\/assets\/[^"]*"[^>]*><\/script>/g
const STYLES = /<link [^>]*href="\/widget\/assets\/[^"]*\.css"[^>]*>/g

/** Whether a page loads the widget that was built. */
export function isWidgetPage(html: string): boolean {
  return html.search(SCRIPT) >= 0
}

/**
 * A page of the widget that loads the widget's sources. Its policy allows one thing more: styles that carry the page's
 * nonce, since those of sources are put into the page by script.
 */
export function fromSources(page: Page, { preamble, nonce }: { preamble: string; nonce: string }): Page {
  const sources = [
    `<meta property="csp-nonce" nonce="${nonce}" />`,
    '<link rel="stylesheet" href="/widget/src/theme.css" />',
    ...['/widget/@vite/client', preamble, '/widget/src/main.tsx'].map(
      (address) => `<script type="module" src="${address}"></script>`,
    ),
  ]
  return {
    html: page.html
      .replace(STYLES, '')
      .replace(SCRIPT, '')
      .replace('</head>', `${sources.join('\n')}\n</head>`),
    policy: page.policy.replace(/style-src [^;]*/, (styles) => `${styles} 'nonce-${nonce}'`),
  }
}
