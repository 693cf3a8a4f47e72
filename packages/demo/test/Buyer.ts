import { nonceHeader } from '@cambio/cards/fields/nonceHeader.ts'
import { PageData } from '@cambio/cards/fields/PageData.ts'
import { testCards } from '@cambio/cards/fields/testCards.ts'
import { pathOf } from '@cambio/wire/http/pathOf.ts'
import { Problem } from '@cambio/wire/http/Problem.ts'
import type { Answer, Route } from '@cambio/wire/http/route.ts'
import { widget } from '@cambio/wire/routes/widget.ts'
import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import * as z from 'zod/mini'

export type Outcome = (typeof testCards)[number]['outcome']
type TypedCard = {
  readonly number: string
  readonly exp_month: string
  readonly exp_year: string
  /** Whether the buyer wants the card to be saved. */
  readonly store?: boolean
}
export type WidgetOrder = NonNullable<WidgetStatus['order']>

/** What a card form needs of its page, whichever version of the platform sent it. */
const FormNonce = z.pick(PageData, { nonce: true })

/** The exchange said no. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string

  constructor(code: string) {
    super(`The exchange refused: ${code}`)
    this.code = code
  }
}

export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

const payer = {
  first_name: 'Jane',
  last_name: 'Doe',
  birth_date: '1990-02-28',
  country: 'DE',
  state: 'Berlin',
  city: 'Berlin',
  address: 'Unter den Linden 1',
  postal_code: '10117',
  phone: '+49301234567',
}

/**
 * A buyer without a browser: what the widget, the card form and the bank's page do over HTTP, in their order. Any call
 * may fail when a program is down; `again` decides whether it is made once more.
 */
export class Buyer {
  readonly #baseUrl: string
  readonly #entry: string
  readonly #email: string
  readonly #again: <Result>(act: () => Promise<Result>) => Promise<Result>
  readonly #readMail: (email: string) => Promise<string>
  readonly #fetch: typeof globalThis.fetch
  #session = ''

  constructor(input: {
    baseUrl: string
    entry: string
    email: string
    again?: <Result>(act: () => Promise<Result>) => Promise<Result>
    /** Finds the code in a mailbox; left out where the exchange shows it. */
    readMail?: (email: string) => Promise<string>
    /** By which every call is made; left out: the global one. */
    fetch?: typeof globalThis.fetch
  }) {
    this.#baseUrl = input.baseUrl
    this.#entry = input.entry
    this.#email = input.email
    this.#again = input.again ?? ((act) => act())
    this.#fetch = input.fetch ?? globalThis.fetch
    this.#readMail = input.readMail ?? (() => Promise.reject(new Error('The exchange showed no code.')))
  }

  /** Everything up to a placed order. */
  async place(amount: string, { currency = 'EUR', address = wallet } = {}): Promise<WidgetOrder> {
    await this.identify()
    return this.#again(async () => {
      const quote = await this.#call(widget.quote, {
        payin_currency: currency,
        payin_amount: amount,
        payin_group: 'card',
        payout_currency: 'ETH',
        payout_group: 'crypto',
      })
      const view = await this.#call(widget.place, { quote_id: quote.quote_id, dst_address: address })
      return orderIn(view)
    })
  }

  /** Confirms the e-mail and gives the details that a card payment needs. */
  async identify(): Promise<void> {
    await this.#again(async () => {
      const { sandbox_code } = await this.#call(widget.code, { email: this.#email, locale: 'de-AT' })
      const code = sandbox_code ?? (await this.#readMail(this.#email))
      const { session } = await this.#call(widget.session, { email: this.#email, code })
      this.#session = session
    })
    await this.#again(() => this.#call(widget.payer, payer))
  }

  /** Types one of the sandbox's cards into the platform's form; gives the form's session. */
  async submitCard(outcome: Outcome, how: { readonly store?: boolean } = {}): Promise<string> {
    const card = testCards.find((each) => each.outcome === outcome)
    if (!card) throw new Error(`There is no test card for ${outcome}.`)
    return this.handInCard({ ...card, ...how })
  }

  /** The saved cards that the buyer is offered. */
  async savedCards(): Promise<readonly { readonly id: string; readonly card_number: string }[]> {
    return (await this.#call(widget.saved)).cards
  }

  /** Types the security code of a saved card into the platform's form; gives the form's session. */
  async handInCode(savedCard: string): Promise<string> {
    return this.#handIn({ saved_card: savedCard }, { code: '123' })
  }

  /** Types a card into the platform's form; gives the form's session. */
  async handInCard(card: TypedCard): Promise<string> {
    return this.#handIn({}, { ...card, code: '123' })
  }

  async #handIn(asked: object, handed: object): Promise<string> {
    return this.#again(async () => {
      const { session_id: id, url } = await this.#call(widget.fields, asked)
      const shown = await this.#fetch(url)
      if (!shown.ok) throw new Error(`The card form answered ${shown.status}.`)
      const page = await shown.text()
      const { nonce } = FormNonce.parse(
        JSON.parse(unescaped(/name="fields-session" content="([^"]*)"/.exec(page)?.[1])),
      )
      const answer = await this.#fetch(new URL(`/fields/sessions/${id}/card`, url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [nonceHeader]: nonce },
        body: JSON.stringify(handed),
      })
      // 409: an earlier try got through and its answer did not.
      if (answer.status !== 200 && answer.status !== 409)
        throw new Error(`The card form answered ${answer.status}.`)
      return id
    })
  }

  /** Not made again by itself: whoever pays looks first. */
  async charge(sessionId: string): Promise<WidgetOrder> {
    return orderIn(await this.#call(widget.charge, { session_id: sessionId, challenge: 'frame' }))
  }

  async order(): Promise<WidgetOrder> {
    return this.#again(async () => orderIn(await this.#call(widget.view)))
  }

  /** Looks until the order stands as wanted, more and more seldom: most orders need a moment or many seconds. */
  async until(isReached: (order: WidgetOrder) => boolean, withinMs = 120_000): Promise<WidgetOrder> {
    const deadline = Date.now() + withinMs
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
      const order = await this.order()
      if (isReached(order)) return order
      if (Date.now() > deadline) throw new Error(`The order did not get there: ${JSON.stringify(order)}`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Goes to the bank and decides there. @returns where the bank sends the browser back to */
  async decide(challengeUrl: string, decision: 'Approve' | 'Decline' | 'Cancel'): Promise<string> {
    const bankPage = await followForm(this.#fetch, await (await this.#fetch(challengeUrl)).text())
    const action = unescaped(/<form[^>]*action="([^"]*)"/.exec(bankPage)?.[1])
    const button = new RegExp(`name="PaRes" value="([^"]*)"[^>]*>\\s*${decision}`).exec(bankPage)?.[1]
    const MD = unescaped(/name="MD" value="([^"]*)"/.exec(bankPage)?.[1])
    const returned = await this.#fetch(action, {
      method: 'POST',
      body: new URLSearchParams({ MD, PaRes: unescaped(button) }),
    })
    return unescaped(/<a id="continue" href="([^"]*)"/.exec(await returned.text())?.[1])
  }

  async #call<R extends Route>(route: R, body?: unknown): Promise<Answer<R>> {
    const answer = await this.#fetch(this.#baseUrl + pathOf(route, { entry: this.#entry }), {
      method: route.method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.#session === '' ? {} : { Authorization: `Bearer ${this.#session}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const content: unknown = await answer.json()
    if (!answer.ok) throw new Refused(Problem.parse(content).code)
    return route.answer.parse(content) as Answer<R>
  }
}

function orderIn(view: WidgetStatus): WidgetOrder {
  if (!view.order) throw new Error('The view has no order.')
  return view.order
}

/** Sends a page's hidden form, or follows its frame, as its script would. */
async function followForm(fetch: typeof globalThis.fetch, page: string): Promise<string> {
  const frame = /<iframe[^>]*src="([^"]*)"/.exec(page)?.[1]
  if (frame !== undefined) return (await fetch(unescaped(frame))).text()
  const method = /<form[^>]*method="([^"]*)"/.exec(page)?.[1]
  const url = new URL(unescaped(/<form[^>]*action="([^"]*)"/.exec(page)?.[1]))
  const fields = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [unescaped(name), unescaped(value)],
  )
  if (method === 'POST') return (await fetch(url, { method, body: new URLSearchParams(fields) })).text()
  url.search = String(new URLSearchParams(fields))
  return (await fetch(url)).text()
}

function unescaped(attribute: string | undefined): string {
  if (attribute === undefined) throw new Error('The page is not what it was expected to be.')
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
