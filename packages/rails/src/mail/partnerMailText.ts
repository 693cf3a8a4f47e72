import type { KeyChange, PartnerMail } from '@cambio/exchange/message/PartnerMail.ts'

type MailText = { readonly subject: string; readonly text: string }

/** The words of a mail to a partner's contact. */
export function partnerMailText(mail: PartnerMail): MailText {
  switch (mail.is) {
    case 'sign_in':
      return signInText(mail)
    case 'key_change':
      return keyChangeText(mail)
    case 'passkey_added':
      return passkeyAddedText(mail)
    case 'passkey_removed':
      return passkeyRemovedText(mail)
  }
}

function signInText({ links, until }: Extract<PartnerMail, { is: 'sign_in' }>): MailText {
  const lines = links.map(({ partner, url }) => `${partner}:\n${url}\n`)
  return {
    subject: `Sign in for ${links.map(({ partner }) => partner).join(', ')}`,
    text: `Open this link to sign in. It works once, until ${timeOf(until)}.

${lines.join('\n')}
If you did not request it, do nothing: nobody can sign in without this e-mail. Do not forward it.
`,
  }
}

const changes: Readonly<Record<KeyChange, string>> = {
  origins_set: 'set the pages that may show the widget',
  theme_set: 'set the theme of the widget',
  logo_set: 'changed the logo of the widget',
  endpoint_added: 'added a callback endpoint',
  endpoint_changed: 'changed a callback endpoint',
  endpoint_removed: 'removed a callback endpoint',
  endpoint_secret_rotated: 'made a new secret for a callback endpoint',
  credentials_rotated: 'made new credentials',
}

function keyChangeText({
  partner,
  change,
  about,
  at,
  page,
}: Extract<PartnerMail, { is: 'key_change' }>): MailText {
  return {
    subject: `${partner}: your API key ${changes[change]}`,
    text: `On ${timeOf(at)} a request with the API key of ${partner} ${changes[change]}:

${about}

No money has moved. If your own systems did this, you do not need to do anything. If not, someone else has your key: ask the
operator at once to replace it, and check your settings:
${page}
`,
  }
}

type PasskeyMail = Extract<PartnerMail, { is: 'passkey_added' | 'passkey_removed' }>

function passkeyAddedText({ partner, name, at, page }: PasskeyMail): MailText {
  return {
    subject: `${partner}: a passkey was added`,
    text: `On ${timeOf(at)} a passkey was added for you at ${partner}:

${name}

It signs you in to the partner page without an e-mail. If you added it, you do not need to do anything. If not, someone else
has used your session or reads your e-mail: remove the passkey, and tell the operator at once:
${page}/passkeys
`,
  }
}

function passkeyRemovedText({ partner, name, at, page }: PasskeyMail): MailText {
  return {
    subject: `${partner}: a passkey was removed`,
    text: `On ${timeOf(at)} a passkey of yours at ${partner} was removed:

${name}

It no longer signs you in; the link in an e-mail still does. If you did not remove it, someone else has used your session: tell
the operator at once, and check your passkeys:
${page}/passkeys
`,
  }
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
