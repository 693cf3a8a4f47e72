import { currencies } from '@cambio/wire/Currency.ts'
import { html } from 'hono/html'
import type { Html } from '../../../pages/Page.ts'
import { chapterPath } from '../chapters.ts'
import { section, table } from './section.ts'

/** What amounts can be in. */
export function currencyPage(): Html {
  return section(
    'currencies',
    'All currencies',
    html`<p>
        What is offered of them, and by which ways, is told by
        <a href="${chapterPath({ slug: 'public' })}"><code>/api/v2/public/currency</code></a
        >.
      </p>
      ${table(
        ['Code', 'Name', 'Decimals', 'Network', 'Memo'],
        currencies.map(({ code, title, decimals, network, memo }) => [
          code,
          title,
          String(decimals),
          network ?? '',
          memo ?? '',
        ]),
      )}`,
  )
}
