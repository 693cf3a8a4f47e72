import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from '../Page.ts'
import { sayIn } from '../sayIn.ts'

/*
 * The pages that a buyer reads before and after the provider of identity checks. They promise nothing about a charge:
 * the money may have been received before the check was required.
 */

/** Shown while an approval waits for the operator. */
export function verificationReviewPage(language: Language, foot: Html | string): Html {
  return verificationNotice('verification.inReview', language, foot)
}

/** Shown when the provider sends the buyer back. */
export function verificationReturnPage(language: Language, foot: Html | string): Html {
  return verificationNotice('verification.shown', language, foot)
}

/** Shown if the provider did not accept the buyer. */
export function verificationRefusedPage(language: Language, foot: Html | string): Html {
  return verificationNotice('verification.unopened', language, foot)
}

function verificationNotice(
  heading: `verification.${'inReview' | 'shown' | 'unopened'}`,
  language: Language,
  foot: Html | string,
): Html {
  const say = sayIn(language)
  return page({
    language,
    foot,
    title: say('verification.title'),
    body: html`<main>
      <h1>${say(heading)}</h1>
      <p>${say(`${heading}.next`)}</p>
    </main>`,
  })
}
