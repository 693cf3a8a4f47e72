/** What a partner's contact gets by mail. */
export type PartnerMail =
  /** Each link signs in to the page of one partner, once, until then. */
  | {
      readonly is: 'sign_in'
      readonly email: string
      readonly links: readonly { readonly partner: string; readonly url: string }[]
      readonly until: Date
    }
  /** Something that a stolen key could be used for was changed by the key. */
  | {
      readonly is: 'changed_by_key'
      readonly email: string
      readonly partner: string
      readonly what: 'endpoints' | 'endpoint_secret' | 'origins' | 'credentials'
      readonly at: Date
    }
