import type { PartnerMail } from '@cambio/exchange/message/PartnerMail.ts'

/** What a mail to a partner's contact says. */
export function partnerMailText(mail: PartnerMail): { readonly subject: string; readonly text: string } {
  switch (mail.is) {
    case 'sign_in':
      return signInText(mail)
    case 'changed_by_key':
      return changedText(mail)
  }
}

type Of<Kind> = Extract<PartnerMail, { is: Kind }>

function signInText({ links, until }: Of<'sign_in'>) {
  const lines = links.map(({ partner, url }) => `${partner}:\n${url}\n`)
  return {
    subject: `Sign in for ${links.map(({ partner }) => partner).join(', ')}`,
    text: `Open this link to sign in. It works once, until ${clock(until)}.

${lines.join('\n')}
If you did not ask for it, do nothing: without this mail nobody can sign in. Forward it to nobody.
`,
  }
}

const changes: Readonly<Record<Of<'changed_by_key'>['what'], string>> = {
  endpoints: 'Where callbacks are sent',
  endpoint_secret: 'The secret of a callback endpoint',
  origins: 'Which pages may frame the widget',
  credentials: 'The API key or its secret',
}

function changedText({ partner, what, at }: Of<'changed_by_key'>) {
  return {
    subject: `${partner}: ${changes[what]} was changed`,
    text: `${changes[what]} was changed for ${partner} by your API key, at ${clock(at)}. No money was moved.

If this was you, do nothing. If not, somebody else has your key: ask the operator to suspend it at once.
`,
  }
}

function clock(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
