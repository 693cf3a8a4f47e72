import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { Metrics } from '@cambio/server/metrics.ts'

const MAILS = 'Mails that were handed to the mail server, and those that it did not take.'
const MESSAGES = 'Messages that were handed to the carrier, by what it said.'

/** Counts what becomes of mails: codes that somebody waits for, notices to clients, and each attempt to mail a partner. */
export function countMails(mail: CodeMail, metrics: Metrics): CodeMail {
  const count = (kind: string, outcome: string) => metrics.count('mails_total', MAILS, { kind, outcome })
  return {
    ...mail,
    async send(input) {
      try {
        await mail.send(input)
        count('code', 'sent')
      } catch (error) {
        count('code', 'failed')
        throw error
      }
    },
    async notify(news, brand) {
      const outcome = await mail.notify(news, brand)
      count('news', outcome.is)
      return outcome
    },
    async tellPartner(told) {
      const outcome = await mail.tellPartner(told)
      count('partner', outcome.is)
      return outcome
    },
  }
}

/** Counts what becomes of short messages. */
export function countMessages(rail: MessageRail, metrics: Metrics): MessageRail {
  return {
    ...rail,
    async send(message) {
      const outcome = await rail.send(message)
      metrics.count('messages_total', MESSAGES, { channel: message.channel, outcome: outcome.is })
      return outcome
    },
  }
}
