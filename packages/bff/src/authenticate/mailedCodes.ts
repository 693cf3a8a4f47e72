import { routedToken } from '@cambio/exchange/cell/Cell.ts'
import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { sharedLimiter, type SharedLimiter } from '@cambio/server/http/limits.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import type { CodeSent, Session, SessionRequest } from '@cambio/wire/widget/WidgetRequests.ts'
import type * as z from 'zod/mini'
import { mailBrandOf } from '../brand/mailBrandOf.ts'
import { themeOf } from '../brand/themeOf.ts'
import { tooMany } from '../http/problem.ts'
import { networkKey } from '../http/throttle.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { CodeOwner, CodeTry } from '../store/client/codes.ts'
import type { Stores } from '../store/stores.ts'
import type { Opened } from './entry.ts'
import { mailAllowance } from './mailAllowance.ts'
import { openSession } from './openSession.ts'
import { wrongCodes } from './wrongCodes.ts'

const CODE_LIFE_MS = 10 * 60 * 1_000
/** How many tries one code allows. */
const TRIES = 5

/** Signs buyers in by their mailbox: a code is mailed there and exchanged for a session. */
export function mailedCodes(exchange: Exchange) {
  const { clock, random, cell, mail, limitsFactor, database, baseUrl } = exchange
  const hourly = (name: string, points: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name, points, windowSeconds: 3_600 }, factor: limitsFactor },
    )
  // An office's buyers share a network, and one purchase needs a code or two. A request that this limit refuses does
  // not count against the address, so an exhausted network cannot use up another person's mails.
  const ofNetwork = hourly('code-mail-network', 60)
  const ofEntry = hourly('code-mail-entry', 5)
  const mayMail = mailAllowance(exchange)
  const wrong = wrongCodes(exchange)
  const tries = Math.max(1, Math.round(TRIES * limitsFactor))
  const after = (ms: number) => new Date(clock.now().getTime() + ms)

  /**
   * Redeems a code, once. A wrong code uses one try of its entry and one of its mailbox. In a browser that opened the
   * mail's link, it uses only one of that browser's tries.
   * @throws Refusal too_many_requests after too many wrong codes for the mailbox
   */
  async function take(stores: Stores, owner: CodeOwner, { code, browser }: Presented): Promise<boolean> {
    const pressed =
      browser === undefined ? 'none' : await stores.codes.tryPressed(owner, { code, browser, tries })
    const outcome = pressed === 'none' ? await tryUnpressed(stores, owner, code) : pressed
    return outcome === 'right' && stores.codes.use(owner, code)
  }

  async function tryUnpressed(stores: Stores, owner: CodeOwner, code: string): Promise<CodeTry> {
    const outcome = await stores.codes.tryCode(owner, { code, tries })
    if (outcome === 'none') return outcome
    const counted = await wrong.count(owner.email)
    if (!counted.allowed) throw tooManyWrong(counted.resetSeconds)
    if (outcome === 'right') await wrong.forgive(owner.email)
    return outcome
  }

  /** Mails a code unless the mailbox has received too many, and stores it only if it was mailed. */
  async function mailTo(
    stores: Stores,
    owner: CodeOwner,
    { address, partner, theme, ...mailing }: Mailing,
  ): Promise<string> {
    const code = random.pick('0123456789', 6)
    if (!(await mayMail(owner.email))) return code
    const token = routedToken(exchange, 128)
    const link = `${baseUrl}${pages.mailedCode.replace('{token}', token)}`
    const brand = await mailBrandOf(database.query, partner, theme)
    await mail.send({ email: address, code, link, partner: partner.name, brand, ...mailing })
    await stores.codes.keep(owner, { code, link: token, expiresAt: after(CODE_LIFE_MS) })
    return code
  }

  return {
    /**
     * Mails a code, which is valid from then on. An address that has received too many gets none, but the answer does
     * not show it: only the owner of the address learns what was sent.
     * @throws Refusal not_allowed if the order has another address, too_many_requests
     */
    async send(
      stores: Stores,
      opened: Opened,
      { address, language, clientIp, purpose = 'session' }: CodeMailing,
    ): Promise<z.infer<typeof CodeSent>> {
      const owner = ownerOf(opened, address, purpose)
      checkOwner(opened, owner.email)
      await count(ofNetwork, networkKey(clientIp))
      await count(ofEntry, owner.entry)
      const theme = await themeOf(stores, opened)
      const code = await mailTo(stores, owner, { address, language, partner: opened.partner, theme })
      return mail.shown ? { sent: true, sandbox_code: code } : { sent: true }
    },

    /**
     * Mails a registered client a code for setting a new password. If no client of the partner has the address, nothing
     * is mailed, but the answer does not show it.
     * @throws Refusal too_many_requests
     */
    async sendForPassword(
      stores: Stores,
      { partner, address, language, clientIp }: { readonly partner: Partner } & Omit<CodeMailing, 'purpose'>,
    ): Promise<{ is_sent: 1; sandbox_code?: string }> {
      await count(ofNetwork, networkKey(clientIp))
      const email = address.toLowerCase()
      await count(ofEntry, `${partner.id}~password~${email}`)
      const account = await stores.accounts.findByEmail(partner.id, email)
      const code = account
        ? await mailTo(stores, passwordOwner(account.client), {
            address,
            language,
            partner,
            theme: partner.brand.theme,
            purpose: 'password',
          })
        : random.pick('0123456789', 6)
      return mail.shown ? { is_sent: 1, sandbox_code: code } : { is_sent: 1 }
    },

    /**
     * Redeems the code for setting a client's new password.
     * @returns the client
     * @throws Refusal code_invalid, too_many_requests
     */
    async takeForPassword(
      stores: Stores,
      { partner, address, code }: { partner: Partner; address: string; code: string },
    ): Promise<Client> {
      const account = await stores.accounts.findByEmail(partner.id, address.toLowerCase())
      if (!account) throw wrongCode(undefined)
      const { client } = account
      if (!(await take(stores, passwordOwner(client), { code, browser: undefined })))
        throw wrongCode(client.id)
      return client
    },

    /** Redeems a code that confirms one act of a signed-in buyer. @throws Refusal code_invalid, too_many_requests */
    async check(
      stores: Stores,
      opened: Opened,
      { buyer, purpose, ...presented }: { buyer: Client; purpose: Purpose } & Presented,
    ): Promise<void> {
      const owner = ownerOf(opened, buyer.email, purpose)
      if (!(await take(stores, owner, presented))) throw wrongCode(buyer.id)
    },

    /**
     * Exchanges a code for a session.
     * @returns the session, and its client
     * @throws Refusal code_invalid, also when the order has another buyer; too_many_requests
     */
    async change(
      stores: Stores,
      opened: Opened,
      { email: address, ...presented }: Pick<z.infer<typeof SessionRequest>, 'email'> & Presented,
    ): Promise<z.infer<typeof Session> & { readonly client: Client }> {
      const owner = ownerOf(opened, address, 'session')
      const { partner, order } = opened
      if (!(await take(stores, owner, presented))) {
        const existing = await stores.clients.findByEmail(partner.id, owner.email)
        throw wrongCode(existing?.id)
      }
      const client = await stores.clients.findOrMake(partner.id, owner.email)
      if (order && !(await stores.orders.bindClient(order.id, client))) throw wrongCode(client.id)
      const { session, expiresAt } = await openSession(
        { ...stores, random, cell, now: () => clock.now() },
        client,
        { by: 'code' },
      )
      return { session, expires_at: expiresAt.toISOString(), client }
    },
  }
}

/** A code, and the browser that opened the link of its mail. */
type Presented = { readonly code: string; readonly browser: string | undefined }

/** The only use of a code: to open a session, or to name the wallet for a refund in coins. */
type Purpose = 'session' | 'refund'

/** A code's mail: its recipient and its look. */
type Mailing = {
  readonly address: string
  readonly language: Language
  readonly partner: Partner
  readonly theme: Theme | null
  readonly purpose?: 'password'
}

type CodeMailing = {
  readonly address: string
  readonly language: Language
  readonly clientIp: string
  readonly purpose?: Purpose
}

function ownerOf(opened: Opened, address: string, purpose: Purpose): CodeOwner {
  const id = opened.kind === 'request' ? opened.request.id : opened.order.id
  const entry = purpose === 'session' ? id : `${id}~${purpose}`
  return { entry, partnerId: opened.partner.id, email: address.toLowerCase() }
}

/** A code for a new password belongs to the client, not to an entry. */
function passwordOwner({ id, partnerId, email }: Client): CodeOwner {
  return { entry: `password~${id}`, partnerId, email }
}

/** @throws Refusal too_many_requests */
async function count(limiter: SharedLimiter, key: string): Promise<void> {
  const consumed = await limiter.consume(key)
  if (!consumed.allowed) throw tooMany(consumed.resetSeconds)
}

/** If an order has a buyer, its codes go only to that buyer. */
function checkOwner({ order }: Opened, email: string): void {
  if (order?.email && order.email.toLowerCase() !== email)
    throw new Refusal('not_allowed', 'This order belongs to another e-mail address')
}

function tooManyWrong(seconds: number): Refusal {
  const detail =
    'Too many wrong codes were entered for this e-mail address. Open the link from the e-mail in this browser and press the button there, or try again later. Nothing was done'
  return new Refusal('too_many_requests', detail, { extra: { retry_after: seconds } })
}

function wrongCode(account: string | undefined): Refusal {
  const detail = 'The code is wrong or expired: check it, or request a new one. Nothing was done'
  const { errors } = fieldRefusal('code_invalid', ['code'], detail)
  return new Refusal('code_invalid', detail, { account, errors })
}
