import { signRequest } from '@cambio/wire/partner/signature.ts'
import { nonceHeader } from '../src/fields/nonceHeader.ts'
import { PageData } from '../src/fields/PageData.ts'
import type { Decision } from '../src/sandbox/pages/PaRes.ts'
import { merchantId, password, visa, type Fields, type Reply } from './rig.ts'

/** Where the merchant's page is from that holds the card fields. */
export const origin = 'https://exchange.example'

type Card = { readonly card_exp_month: string; readonly card_exp_year: string }

/** A buyer, whose browser opens the platform's pages and presses their buttons, wherever the platform is. */
export function buyerAt(request: (url: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** The buyer types a card into the hosted fields; the merchant's server fetches the token that stands for it. */
    async handedIn(card: Card, code = '123', number = visa): Promise<string> {
      const body = JSON.stringify({ client_key: merchantId, parent_origin: origin, ancestors: [origin] })
      const opened = await request('/fields/sessions', {
        method: 'POST',
        body,
        headers: { 'api-signature': signRequest(password, '/fields/sessions', body) },
      })
      const { session_id, url } = (await opened.json()) as { session_id: string; url: string }
      const page = await (await request(url)).text()
      const content = /<meta name="fields-session" content="([^"]*)"/.exec(page)?.[1] ?? ''
      const { nonce } = PageData.parse(JSON.parse(unescaped(content)))
      const handed = await request(`/fields/sessions/${session_id}/card`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [nonceHeader]: nonce },
        body: JSON.stringify({
          number,
          exp_month: card.card_exp_month,
          exp_year: card.card_exp_year,
          code,
        }),
      })
      if (handed.status !== 200) throw new Error(`The card was not taken: ${await handed.text()}`)
      const path = `/fields/sessions/${session_id}`
      const headers = { 'api-key': merchantId, 'api-signature': signRequest(password, path, '') }
      const read = await request(path, { headers })
      return ((await read.json()) as { card_token: string }).card_token
    },

    /** The buyer's browser goes where a SALE's answer sends it and presses a button there. @returns the platform's return page */
    async decide(sale: Reply, decision: Decision = 'approve'): Promise<string> {
      const { redirect_url, redirect_method, redirect_params } = sale.body
      const bank = await request(
        String(redirect_url),
        redirect_method === 'POST'
          ? { method: 'POST', body: new URLSearchParams(redirect_params as Fields) }
          : {},
      )
      const page = await bank.text()
      const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
      const MD = /name="MD" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const PaRes = new RegExp(`value="(${decision}\\.[^"]+)"`).exec(page)?.[1] ?? ''
      const back = await request(unescaped(action), {
        method: 'POST',
        body: new URLSearchParams({ MD: unescaped(MD), PaRes: unescaped(PaRes) }),
      })
      return back.text()
    },
  }
}

/** Where a return page sends the browser on to. */
export function returnAddress(page: string): string {
  return unescaped(/id="continue" href="([^"]+)"/.exec(page)?.[1] ?? '')
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
  return text.replace(/&(?:quot|#39|lt|gt);/g, (sign) => signs[sign] ?? sign).replaceAll('&amp;', '&')
}
