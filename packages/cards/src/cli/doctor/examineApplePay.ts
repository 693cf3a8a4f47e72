import { X509Certificate } from 'node:crypto'
import { good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { ASSOCIATION_PATH } from '@cambio/server/http/domainAssociation.ts'
import type { CardsEnvironment } from '../../program/environment.ts'
import { applePayOf } from '../../wallets/applePay/applePayOf.ts'
import { APPLE_TIMEOUT_MS } from '../../wallets/walletsOf.ts'
import { dayOf, expiryFindings } from './expiryFindings.ts'
import { findingOr } from './findingOr.ts'
import type { ReadPage } from './readPage.ts'

const CHECK = 'Apple Pay'

/**
 * Examines whether Apple Pay's certificates and keys fit each other and last, and whether each registered host serves Apple's
 * file. Where Apple Pay is not set up, nothing is examined.
 */
export async function examineApplePay(
  environment: CardsEnvironment,
  { now, readPage }: { readonly now: Date; readonly readPage: ReadPage },
): Promise<Finding[]> {
  const apple = findingOr(CHECK, () => applePayOf(environment, { timeoutMs: APPLE_TIMEOUT_MS }))
  if (apple === undefined) return []
  if ('check' in apple) return [apple]
  const { merchantIdentifier, domains, expiresAt } = apple
  const served = await Promise.all(domains.map((host) => association(host, readPage)))
  const findings = [...certificates(environment, now), ...served.flat()]
  if (findings.length > 0) return findings
  return [
    good(CHECK, `It is set up for ${merchantIdentifier}, and its certificates last to ${dayOf(expiresAt)}.`),
  ]
}

const atApple = 'Create another one at Apple'
const certificateOf = {
  CARDS_APPLE_PAY_CERTIFICATE: { what: 'The merchant identity certificate', take: atApple },
  CARDS_APPLE_PAY_PROCESSING_CERTIFICATE: { what: 'The payment processing certificate', take: atApple },
  CARDS_APPLE_PAY_ROOT: {
    what: 'The root certificate',
    take: 'Take the present one from https://www.apple.com/certificateauthority/',
  },
} as const

function certificates(environment: CardsEnvironment, now: Date): Finding[] {
  const names = Object.keys(certificateOf) as (keyof typeof certificateOf)[]
  return names.flatMap((name) => {
    const { what, take } = certificateOf[name]
    const pem = environment[name]
    if (pem === undefined)
      return [warning(CHECK, `${what} is not set, so nothing warns before it expires.`, `Set ${name} to it.`)]
    const mend = `${take}, set ${name} to it and restart the platform.`
    return expiryFindings(CHECK, { what, expiresAt: new X509Certificate(pem).validToDate, now, mend })
  })
}

async function association(host: string, readPage: ReadPage): Promise<Finding[]> {
  const url = `https://${host}${ASSOCIATION_PATH}`
  const page = await readPage(url)
  const wrong = wrongWith(page)
  if (wrong === undefined) return []
  return [
    warning(
      CHECK,
      `At ${url} ${wrong}, so Apple cannot verify that the host is yours.`,
      'Let the host serve the file that Apple issued, without a redirect: the exchange has APPLE_PAY_DOMAIN_ASSOCIATION for it, the card platform CARDS_APPLE_PAY_DOMAIN_ASSOCIATION.',
    ),
  ]
}

function wrongWith(page: Awaited<ReturnType<ReadPage>>): string | undefined {
  if (page === undefined) return 'nobody answers'
  if (page.status !== 200) return `the answer is ${page.status}`
  // A host that answers every address with its own page has no file there.
  return /^\s*(<|$)/.test(page.beginning) ? 'there is another page than Apple’s file' : undefined
}
