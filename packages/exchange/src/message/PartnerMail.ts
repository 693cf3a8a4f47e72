/** The links by which a partner's contact signs in: each to the page of one partner, once, until then. */
export type PartnerMail = {
  readonly is: 'sign_in'
  readonly email: string
  readonly links: readonly { readonly partner: string; readonly url: string }[]
  readonly until: Date
}
