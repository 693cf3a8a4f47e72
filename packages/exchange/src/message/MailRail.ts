/** A mail in plain text to one mailbox. */
export type Mail = {
  /** Ours, and this mail's alone: it becomes the Message-ID, by which a mail that came twice can be told. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** What came of a mail. */
export type MailOutcome =
  /** The mail server took it over; from there on it is the server's to deliver. */
  | { readonly is: 'sent' }
  /** It was not sent, and `why` says it in words for the log. */
  | { readonly is: 'refused'; readonly why: string }
  /** Nobody knows: the line broke after the mail was on its way. Sending it again could deliver it twice. */
  | { readonly is: 'unknown'; readonly why: string }

export type MailRail = {
  /** Hands a mail to the mail server, once. It never throws, and never tries again by itself. */
  send(mail: Mail): Promise<MailOutcome>
}
