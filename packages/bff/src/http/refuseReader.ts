import { requestIdOf, type DoorContext } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { catalogue, type Refusal } from '@cambio/wire/http/Problem.ts'
import { legalFooter } from '../legal/legalFooter.ts'
import { ownPolicy, readersLanguage, show } from '../pages/answer.ts'
import { failedPage, failedPageForBuyers } from '../pages/failed.ts'
import { isReadByPartners } from '../pages/readByPartners.ts'
import { showRefusal, showScreen } from '../routes/partnerPage/PartnerPage.ts'
import { refuse, RETRY_AFTER_SECONDS } from './problem.ts'

/**
 * Answers a refusal: with problem details to a program, and with a page to a person who opened one. Outside the partner's
 * page a person gets a page for a failure on our side alone.
 */
export function refuseReader(c: DoorContext, refusal: Refusal): Response | Promise<Response> {
  if (!isReadByPerson(c)) return refuse(c, refusal)
  if (catalogue[refusal.code].status >= 500) return showFailed(c, refusal)
  return c.req.path.startsWith(`${pages.partner}/`) ? showRefusal(c, refusal) : refuse(c, refusal)
}

/** Whether a browser opens the address as a page; an API answers in JSON only. */
export function isReadByPerson(c: DoorContext): boolean {
  return /\btext\/html\b/.test(c.req.header('accept') ?? '') && !c.req.path.startsWith('/api/')
}

function showFailed(c: DoorContext, refusal: Refusal): Promise<Response> {
  c.status(catalogue[refusal.code].status)
  c.header('Retry-After', String(RETRY_AFTER_SECONDS))
  if (isReadByPartners(c.req.path))
    return showScreen(c, failedPage({ outcome: outcomeOf(c, refusal), requestId: requestIdOf(c) }))
  const language = readersLanguage(c)
  return show(c, failedPageForBuyers(language, legalFooter(c.var, language)), ownPolicy)
}

/** Whether something was changed, and what to do. */
function outcomeOf({ req }: DoorContext, { code, message }: Refusal): string {
  if (req.method === 'GET' || req.method === 'HEAD')
    return 'Nothing was changed. Reload this page in a minute.'
  if (code !== 'internal') return `${message}.`
  return 'What you sent may have been saved: look before you send it again.'
}
