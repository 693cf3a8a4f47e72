import { createMetrics } from '@cambio/server/metrics.ts'
import { signRequest } from '@cambio/wire/signature.ts'
import { cardsApp } from '../src/app.ts'
import type { BuiltFrame } from '../src/fields/BuiltFrame.ts'
import { nonceHeader, PageData } from '../src/fields/PageData.ts'
import { followUpHash, sameHash, subjectOf } from '../src/protocol/hash.ts'
import type { Decision } from '../src/sandbox/pages/PaRes.ts'
import { merchantId, password, visa, type Fields, type Reply, type Rig } from './rig.ts'

/*
 * A merchant and its buyer, who know of the platform what the protocol and its pages tell them: the merchant's server
 * sends forms and hears notifications, the buyer's browser opens pages and presses their buttons.
 */

export type Shop = ReturnType<typeof openShop>
type Card = { readonly card_exp_month: string; readonly card_exp_year: string }

/** The frame's pages are wanted here and its script is not, so nothing has to be built. */
const frame: BuiltFrame = {
  script: '/fields/assets/main.js',
  style: '/fields/assets/frame.css',
  languages: {},
  assets: new Map(),
}

const origin = 'https://exchange.example'

export function openShop(rig: Rig) {
  const app = cardsApp(
    { platform: rig.platform, metrics: createMetrics({ program: 'cards' }), frame },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  /** What the merchant believes of each order, by whatever it learned it from. */
  const book = new Map<string, string>()
  let isDown = false

  /** A notification is a hint: its hash is checked, and how the payment stands is asked. */
  rig.answerNotices(async (_url, fields) => {
    if (isDown) return { status: 500, text: 'down' }
    const { trans_id = '', hash = '', card = '' } = fields
    const signer = { password, algorithm: 'md5' } as const
    const expected = followUpHash(signer, 'doe@example.com', trans_id, subjectOf(card))
    if (!sameHash(expected, hash)) return { status: 400, text: 'not yours' }
    await ask(trans_id)
    return { status: 200, text: 'OK' }
  })

  async function ask(transId: string): Promise<string> {
    const { body } = await rig.followUp('GET_TRANS_STATUS', transId)
    book.set(String(body['order_id']), String(body['status']))
    return String(body['status'])
  }

  return {
    book,
    ask,
    /** Whether the merchant's server takes notifications. */
    notices(taken: boolean) {
      isDown = !taken
    },

    /** The buyer types a card into the hosted fields; the merchant's server fetches the token that stands for it. */
    async handedIn(card: Card, code = '123', number = visa): Promise<string> {
      const body = JSON.stringify({ client_key: merchantId, parent_origin: origin, ancestors: [origin] })
      const opened = await app.request('/fields/sessions', {
        method: 'POST',
        body,
        headers: { 'api-signature': signRequest(password, '/fields/sessions', body) },
      })
      const { session_id, url } = (await opened.json()) as { session_id: string; url: string }
      const page = await (await app.request(url)).text()
      const content = /<meta name="fields-session" content="([^"]*)"/.exec(page)?.[1] ?? ''
      const { nonce } = PageData.parse(JSON.parse(unescaped(content)))
      const handed = await app.request(`/fields/sessions/${session_id}/card`, {
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
      const read = await app.request(path, { headers })
      return ((await read.json()) as { card_token: string }).card_token
    },

    /** The buyer's browser goes where a SALE's answer sends it and presses a button there. @returns the platform's return page */
    async decide(sale: Reply, decision: Decision = 'approve'): Promise<string> {
      const { redirect_url, redirect_method, redirect_params } = sale.body
      const bank = await app.request(
        String(redirect_url),
        redirect_method === 'POST'
          ? { method: 'POST', body: new URLSearchParams(redirect_params as Fields) }
          : {},
      )
      const page = await bank.text()
      const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
      const MD = /name="MD" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const PaRes = new RegExp(`value="(${decision}\\.[^"]+)"`).exec(page)?.[1] ?? ''
      const back = await app.request(unescaped(action), {
        method: 'POST',
        body: new URLSearchParams({ MD: unescaped(MD), PaRes: unescaped(PaRes) }),
      })
      return back.text()
    },

    /** The buyer's browser arrives at the merchant's page, which believes nothing it brings and asks. */
    async arrive(sale: Reply, returnPage: string): Promise<string> {
      const href = /id="continue" href="([^"]+)"/.exec(returnPage)?.[1] ?? ''
      if (!unescaped(href).startsWith(`${origin}/paystatus/`)) throw new Error(`It was sent to ${href}.`)
      return ask(sale.body.trans_id)
    },
  }
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
  return text.replace(/&(?:quot|#39|lt|gt);/g, (sign) => signs[sign] ?? sign).replaceAll('&amp;', '&')
}
