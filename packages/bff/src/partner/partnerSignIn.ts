import { routedToken } from '@cambio/exchange/cell/Cell.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { SESSION_SECONDS } from '../authenticate/partnerSession.ts'
import { tooMany } from '../http/problem.ts'
import { networkKey } from '../http/throttle.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { SignedIn } from '../store/partnerSignIns.ts'
import type { Stores } from '../store/stores.ts'

/** How long a link in a mail can be used, milliseconds. */
const LINK_LIFE_MS = 15 * 60 * 1_000

/** Signs partners' contacts in by a link that is mailed to them. */
export function partnerSignIn(
  exchange: Exchange,
  { partnerSignIns: signIns, partnerMails }: Pick<Stores, 'partnerSignIns' | 'partnerMails'>,
) {
  const { clock, baseUrl, database, limitsFactor, log } = exchange
  const limiter = (name: string, points: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name, points, windowSeconds: 3_600 }, factor: limitsFactor },
    )
  const ofNetwork = limiter('partner-link-network', 20)
  const ofMailbox = limiter('partner-link-mailbox', 5)
  const after = (ms: number) => new Date(clock.now().getTime() + ms)

  async function mailLinks(email: string): Promise<void> {
    const partners = await signIns.partnersOf(email)
    if (partners.length === 0 || !(await ofMailbox.consume(email)).allowed) return
    const until = after(LINK_LIFE_MS)
    const links = partners.map(({ id, name }) => ({ id, partner: name, token: routedToken(exchange, 256) }))
    for (const { id, token } of links) await signIns.keepLink(token, { partnerId: id, email }, until)
    await partnerMails.keep(null, {
      is: 'sign_in',
      email,
      links: links.map(({ partner, token }) => ({ partner, url: linkOf(baseUrl, token) })),
      until,
    })
  }

  return {
    /**
     * Mails a link if the address is a contact's. The caller cannot see whether it is: the answer does not show it, and
     * does not wait for the mail.
     * @throws Refusal too_many_requests
     */
    async ask(address: string, clientIp: string): Promise<void> {
      const { allowed, resetSeconds } = await ofNetwork.consume(networkKey(clientIp))
      if (!allowed) throw tooMany(resetSeconds)
      void mailLinks(address.toLowerCase()).catch((error: unknown) =>
        log.error('a link for a partner could not be mailed', { error }),
      )
    },

    /** Opens a session by a link, once. @returns the session; undefined if the link opens none */
    async press(link: string): Promise<(SignedIn & { readonly session: string }) | undefined> {
      const session = routedToken(exchange, 256)
      const signedIn = await signIns.takeLink(link, {
        token: session,
        expiresAt: after(SESSION_SECONDS * 1_000),
      })
      return signedIn && { ...signedIn, session }
    },
  }
}

function linkOf(baseUrl: string, token: string): string {
  return `${baseUrl}${pages.partnerSignIn.replace('{token}', token)}`
}
