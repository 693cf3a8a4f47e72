import type { MarkdownRenderer } from 'vitepress'

/**
 * Has a link such as `exchange:/docs` lead to an address of the exchange that serves the guide, which is outside the
 * guide and no page of another host either.
 */
export function exchangeLinks(md: MarkdownRenderer): void {
  const render = md.renderer.rules['link_open']
  md.renderer.rules['link_open'] = (tokens, at, options, env, self) => {
    const text = render?.(tokens, at, options, env, self) ?? self.renderToken(tokens, at, options)
    return text.replace(/href="exchange:([^"]*)".*>/, 'href="$1" target="_self">')
  }
}
