import type { Language } from '@cambio/wire/language/languages.ts'
import { legalAddress } from '@cambio/wire/widget/legalAddress.ts'
import { html } from 'hono/html'
import type { Html } from '../pages/Page.ts'
import { sayIn } from '../pages/sayIn.ts'
import type { Exchange } from '../program/Exchange.ts'

/** The footer of a page: who operates the exchange, and its terms. */
export function legalFooter({ legal }: Pick<Exchange, 'legal'>, language: Language): Html | string {
  if (legal === null) return ''
  const { notice } = legal
  const say = sayIn(language)
  const link = (address: string | null, text: string) =>
    address === null ? '' : html`<a href="${legalAddress(notice, address, language)}">${text}</a>`
  return html`<footer class="legal">
    <span>${notice.name}</span>
    ${link(notice.terms_url, say('legal.terms'))} ${link(notice.privacy_url, say('legal.privacy'))}
    ${link(notice.help_url, say('legal.help'))}
  </footer>`
}
