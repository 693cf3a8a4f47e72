import type { Person } from '@cambio/exchange/limit/LockedClient.ts'
import type { Verification } from '@cambio/exchange/limit/VerificationStore.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { html } from 'hono/html'
import type { SandboxLanguage } from '../language.ts'
import { page, type Html } from '../Page.ts'

type Words = Readonly<
  Record<'title' | 'approve' | 'refuse' | 'approved' | 'raised' | 'refused' | 'left' | 'orderLeft', string>
> & {
  readonly would: (documents: string) => string
  /** What the decision is for: only a limit, or an order. */
  readonly ofLimit: string
  readonly ofOrder: string
  /** What each level requires of a person. */
  readonly documents: Readonly<Record<VerificationLevel, string>>
  /** What the documents say: a heading, and the fields of the form. */
  readonly say: string
  readonly fields: Readonly<Record<keyof Person, string>>
}

const words: Readonly<Record<SandboxLanguage, Words>> = {
  en: {
    title: 'Verification',
    would: (documents) => `Test mode. Here a provider would check ${documents}. Choose the result.`,
    ofLimit: 'If you approve, your limit rises.',
    ofOrder: 'If you approve, your order continues.',
    documents: {
      unverified: 'nothing',
      email_phone: 'your e-mail address',
      basic: 'your personal details',
      identity: 'your identity document',
      address: 'a proof of your address',
      bank_statement: 'a bank statement',
    },
    say: 'What the documents say',
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      birth_date: 'Date of birth',
      country: 'Country (two letters)',
    },
    approve: 'Approve',
    refuse: 'Refuse',
    approved: 'Approved',
    raised: 'Your limit is raised. Go back to your order: it shows what comes next.',
    refused: 'Refused',
    left: 'Your limit stays as it is. No money has moved.',
    orderLeft:
      'Your order does not continue. Go back to it: it shows whether you had paid. If so, your money is returned.',
  },
  de: {
    title: 'Verifizierung',
    would: (documents) => `Testmodus. Hier würde ein Anbieter ${documents} prüfen. Wählen Sie das Ergebnis.`,
    ofLimit: 'Wenn Sie bestätigen, steigt Ihr Limit.',
    ofOrder: 'Wenn Sie bestätigen, geht Ihre Bestellung weiter.',
    documents: {
      unverified: 'nichts',
      email_phone: 'Ihre E-Mail-Adresse',
      basic: 'Ihre Angaben zur Person',
      identity: 'Ihren Ausweis',
      address: 'einen Nachweis Ihrer Anschrift',
      bank_statement: 'einen Kontoauszug',
    },
    say: 'Was in den Unterlagen steht',
    fields: {
      first_name: 'Vorname',
      last_name: 'Nachname',
      birth_date: 'Geburtsdatum',
      country: 'Land (zwei Buchstaben)',
    },
    approve: 'Bestätigen',
    refuse: 'Ablehnen',
    approved: 'Bestätigt',
    raised: 'Ihr Limit ist erhöht. Gehen Sie zurück zu Ihrer Bestellung: Sie zeigt, wie es weitergeht.',
    refused: 'Abgelehnt',
    left: 'Ihr Limit bleibt, wie es ist. Es ist kein Geld geflossen.',
    orderLeft:
      'Ihre Bestellung geht nicht weiter. Gehen Sie zu ihr zurück: Sie zeigt, ob Sie schon bezahlt hatten. In diesem Fall geben wir Ihr Geld zurück.',
  },
}

/**
 * The sandbox's stand-in for a provider of identity checks: fields for what the documents say, filled in with the
 * client's own details, and two buttons.
 */
export function verificationPage(
  { level, orderId }: Verification,
  person: Person,
  { language, foot }: { readonly language: SandboxLanguage; readonly foot: Html | string },
): Html {
  const { title, would, documents, ofLimit, ofOrder, approve, refuse, say, fields } = words[language]
  return page({
    title,
    language,
    foot,
    body: html`<main>
      <h1>${title}</h1>
      <p>${would(documents[level])} ${orderId === null ? ofLimit : ofOrder}</p>
      <form method="post" class="actions">
        <fieldset>
          <legend>${say}</legend>
          ${members.map(
            (name) =>
              html`<label>${fields[name]} <input name="${name}" value="${person[name] ?? ''}" /></label> `,
          )}
        </fieldset>
        <button name="decision" value="approve">${approve}</button>
        <button name="decision" value="refuse" class="second">${refuse}</button>
      </form>
    </main>`,
  })
}

const members = ['first_name', 'last_name', 'birth_date', 'country'] as const

/**
 * The page after a decision. It promises nothing about an order's money, which may have been received before the check
 * was required.
 */
export function verifiedPage(
  { orderId }: Verification,
  { approved, language, foot }: { approved: boolean; language: SandboxLanguage; foot: Html | string },
): Html {
  const { title, approved: heading, raised, refused, left, orderLeft } = words[language]
  return page({
    title,
    language,
    foot,
    body: html`<main>
      <h1>${approved ? heading : refused}</h1>
      <p>${approved ? raised : orderId === null ? left : orderLeft}</p>
    </main>`,
  })
}
