import type { MailBrand } from '@cambio/exchange/message/MailBrand.ts'
import type { MailHtml } from '@cambio/exchange/message/MailRail.ts'
import { directionOf } from '@cambio/wire/language/directionOf.ts'
import { settleColours, type Colours } from '@cambio/wire/theme/settleColours.ts'
import { themeOver } from '@cambio/wire/theme/themeOver.ts'
import type { MailContent } from './MailContent.ts'

/** The largest logo that goes with each mail, bytes. In place of a larger one, the mail shows the partner's name. */
const MOST_LOGO_BYTES = 32 * 1024
/** The image types that mail programs show. They do not show SVG. */
const drawnTypes = new Set(['image/png', 'image/webp'])
const LOGO_ID = 'logo'

/**
 * A mail's words in the partner's look, with colours that are readable on each other. It loads nothing: the logo is
 * part of the mail.
 */
export function brandedMail(partner: string, content: MailContent, brand: MailBrand): MailHtml {
  const { subject, parts } = content
  const { logo } = brand
  const isDrawn = logo !== null && drawnTypes.has(logo.type) && logo.body.byteLength <= MOST_LOGO_BYTES
  const { appearance, colours } = lookOf(brand)
  const colour = (name: 'background' | 'text' | 'accent') => colours.get(name) ?? ''
  const head = isDrawn
    ? `<img src="cid:${LOGO_ID}" alt="${escaped(partner)}" height="32">`
    : `<strong>${escaped(partner)}</strong>`
  const sections = parts.map(({ language, paragraphs }) => {
    const texts = paragraphs.map((text) => `<p>${marked(text, content, colour('accent'))}</p>`)
    return `<div lang="${language}" dir="${directionOf(language)}">${texts.join('\n')}</div>`
  })
  const [first] = parts
  const markup = `<!doctype html>
<html lang="${first?.language ?? 'en'}" dir="${directionOf(first?.language ?? 'en')}">
<head><meta charset="utf-8"><meta name="color-scheme" content="${appearance}"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:${colour('text')};background:${colour('background')}">
<div style="max-width:32em;margin:0 auto">
<div style="padding-bottom:12px;border-bottom:3px solid ${colour('accent')}">${head}</div>
${sections.join('\n<hr>\n')}
</div>
</body>
</html>
`
  return { markup, images: isDrawn ? [{ id: LOGO_ID, type: logo.type, body: logo.body }] : [] }
}

/** A mail as a page that a browser shows on its own, with its images inside. */
export function asPage({ markup, images }: MailHtml): string {
  return images.reduce(
    (page, { id, type, body }) =>
      page.replace(`cid:${id}`, `data:${type};base64,${Buffer.from(body).toString('base64')}`),
    markup,
  )
}

/** The colours of a mail's only appearance: the light one, unless the theme asks for the dark one. */
function lookOf({ theme }: MailBrand): { readonly appearance: 'light' | 'dark'; readonly colours: Colours } {
  const appearance = theme?.appearance === 'dark' ? 'dark' : 'light'
  const given = themeOver(null, theme)[appearance] ?? {}
  return { appearance, colours: settleColours(appearance, given).colours }
}

/** A paragraph with its code highlighted and its addresses as links. */
function marked(paragraph: string, { code }: MailContent, accent: string): string {
  const lines = paragraph.split('\n').map((line) => {
    const text = escaped(line)
    if (/^https?:\/\/\S+$/.test(line)) return `<a href="${text}" style="color:${accent}">${text}</a>`
    if (code === undefined) return text
    return text.replace(code, `<strong style="font-size:1.5em;color:${accent}">${code}</strong>`)
  })
  return lines.join('<br>')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
