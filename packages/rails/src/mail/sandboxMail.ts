import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'

/** The sandbox's mail: nothing leaves, the code is shown on the screen that asks for it, and the outbox keeps it. */
export function sandboxMail({ outbox }: { outbox: Outbox }): CodeMail {
  return {
    async send({ email, code, partner }) {
      await outbox.keep({ kind: 'mail', recipient: email, body: `Your code for ${partner} is ${code}` })
      return { shown: true }
    },
  }
}
