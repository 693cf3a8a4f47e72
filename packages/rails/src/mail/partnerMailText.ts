import type { PartnerMail } from '@cambio/exchange/message/PartnerMail.ts'

/** What the mail with a contact's links says. */
export function partnerMailText({ links, until }: PartnerMail): {
  readonly subject: string
  readonly text: string
} {
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const lines = links.map(({ partner, url }) => `${partner}:\n${url}\n`)
  return {
    subject: `Sign in for ${links.map(({ partner }) => partner).join(', ')}`,
    text: `Open this link to sign in. It works once, until ${time}.

${lines.join('\n')}
If you did not ask for it, do nothing: without this mail nobody can sign in. Forward it to nobody.
`,
  }
}
