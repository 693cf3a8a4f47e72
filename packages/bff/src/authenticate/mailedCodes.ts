import type * as z from 'zod/mini'
import type { Client } from '@cambio/exchange/client/Client.ts'
import type { MailLanguage } from '@cambio/exchange/client/CodeMail.ts'
import { sharedLimiter, type SharedLimiter } from '@cambio/server/limits.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/Problem.ts'
import type { CodeSent, Session, SessionRequest } from '@cambio/wire/WidgetRequests.ts'
import type { Exchange } from '../program/Exchange.ts'
import { tooMany } from '../http/problem.ts'
import type { CodeOwner } from '../store/codes.ts'
import type { Stores } from '../store/stores.ts'
import { networkKey } from '../http/throttle.ts'
import type { Opened } from './entry.ts'
import { mailAllowance } from './mailAllowance.ts'
import { openSession } from './openSession.ts'

const CODE_LIFE_MS = 10 * 60 * 1_000
/** How often one code may be guessed at. */
const TRIES = 5

/** Signs buyers in by their mailbox: a code is mailed there and exchanged for a session. */
export function mailedCodes(exchange: Exchange) {
  const { clock, random, mail, limitsFactor, database } = exchange
  const hourly = (name: string, points: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name, points, windowSeconds: 3_600 }, factor: limitsFactor },
    )
  // An office's buyers share a network; one purchase needs a code or two. What is refused further out costs nothing
  // further in, so that nobody can use up the mails of somebody else's address from a network that has none left.
  const ofNetwork = hourly('code-mail-network', 60)
  const ofEntry = hourly('code-mail-entry', 5)
  const mayMail = mailAllowance(exchange)
  const tries = Math.max(1, Math.round(TRIES * limitsFactor))
  const after = (ms: number) => new Date(clock.now().getTime() + ms)

  return {
    /**
     * Mails a code. An address that was sent too many gets none, but the answer is the same as always: only the owner of
     * the address learns what was sent to it.
     * @throws Refusal not_allowed for an address that is not the order's, too_many_requests
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
      const code = random.pick('0123456789', 6)
      await stores.codes.keep(owner, { code, expiresAt: after(CODE_LIFE_MS) })
      if (await mayMail(owner.email))
        await mail.send({ email: address, code, partner: opened.partner.name, language })
      return mail.shown ? { sent: true, sandbox_code: code } : { sent: true }
    },

    /** Takes a code that confirms one act of a buyer who has a session. @throws Refusal code_invalid */
    async check(
      stores: Stores,
      opened: Opened,
      { buyer, code, purpose }: { buyer: Client; code: string; purpose: Purpose },
    ): Promise<void> {
      const owner = ownerOf(opened, buyer.email, purpose)
      if (!(await stores.codes.take(owner, { code, tries }))) throw wrongCode(buyer.id)
    },

    /** @throws Refusal code_invalid, also when the order has another buyer */
    async change(
      stores: Stores,
      opened: Opened,
      { email: address, code }: z.infer<typeof SessionRequest>,
    ): Promise<z.infer<typeof Session>> {
      const owner = ownerOf(opened, address, 'session')
      const { partner, order } = opened
      if (!(await stores.codes.take(owner, { code, tries }))) {
        const existing = await stores.clients.findByEmail(partner.id, owner.email)
        throw wrongCode(existing?.id)
      }
      const client = await stores.clients.findOrMake(partner.id, owner.email)
      if (order && !(await stores.orders.bindClient(order.id, client))) throw wrongCode(client.id)
      const { session, expiresAt } = await openSession(
        { ...stores, random, now: () => clock.now() },
        client,
        'code_invalid',
      )
      return { session, expires_at: expiresAt.toISOString() }
    },
  }
}

/** The one thing a code may be used for: a session, or naming the wallet that coins go back to. */
type Purpose = 'session' | 'refund'

type CodeMailing = {
  readonly address: string
  readonly language: MailLanguage
  readonly clientIp: string
  readonly purpose?: Purpose
}

function ownerOf(opened: Opened, address: string, purpose: Purpose): CodeOwner {
  const id = opened.kind === 'request' ? opened.request.id : opened.order.id
  const entry = purpose === 'session' ? id : `${id}~${purpose}`
  return { entry, partnerId: opened.partner.id, email: address.toLowerCase() }
}

/** @throws Refusal too_many_requests */
async function count(limiter: SharedLimiter, key: string): Promise<void> {
  const consumed = await limiter.consume(key)
  if (!consumed.allowed) throw tooMany(consumed.resetSeconds)
}

/** Codes of an order that has a buyer go to that buyer alone. */
function checkOwner({ order }: Opened, email: string): void {
  if (order?.email && order.email.toLowerCase() !== email)
    throw new Refusal('not_allowed', 'This order belongs to another e-mail address')
}

function wrongCode(account: string | undefined): Refusal {
  const detail = 'The code is wrong or expired: check it, or ask for a new one. Nothing was done'
  const { errors } = fieldRefusal('code_invalid', ['code'], detail)
  return new Refusal('code_invalid', detail, { account, errors })
}
