/** Takes a six-digit code to a buyer's mailbox. */
export type CodeMail = {
  /** `shown` is true where the code is shown on the screen instead of sent, which only a sandbox does. */
  send(input: { readonly email: string; readonly code: string; readonly partner: string }): Promise<{
    readonly shown: boolean
  }>
}
