/** A mail's text in HTML. An image is named by `cid:` and its id; nothing is loaded from elsewhere. */
export type MailHtml = {
  readonly markup: string
  readonly images: readonly { readonly id: string; readonly type: string; readonly body: Uint8Array }[]
}

/** A mail to one mailbox. */
export type Mail = {
  /** Our unique id of the mail. It becomes the Message-ID, by which a duplicate can be recognised. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** For programs that show HTML; omitted for a mail of text only. */
  readonly html?: MailHtml
}

/** The result of sending a mail. */
export type MailOutcome =
  /** The mail server accepted it and delivers it from here on. */
  | { readonly is: 'sent' }
  /**
   * It was not sent; `why` is the reason for the log. `isFinal`: the server's refusal is permanent (a 5yz reply, RFC
   * 5321 section 4.2.1), so that another attempt is useless.
   */
  | { readonly is: 'refused'; readonly why: string; readonly isFinal: boolean }
  /** Unknown: the connection broke after the mail was on its way. Sending it again could deliver it twice. */
  | { readonly is: 'unknown'; readonly why: string }

export type MailRail = {
  /** Hands a mail to the mail server once. It never throws, and never retries. */
  send(mail: Mail): Promise<MailOutcome>
}
