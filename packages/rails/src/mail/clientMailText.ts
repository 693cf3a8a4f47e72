import type { ClientMail } from '@cambio/exchange/message/ClientMail.ts'
import type { MailContent } from './MailContent.ts'

/** What a mail to a client says: in every language that mails are written in, since the client's is not known. */
export function clientMailText({ partner, until }: ClientMail): MailContent {
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: `Withdrawals locked at ${partner} / Auszahlungen bei ${partner} gesperrt`,
    parts: [
      {
        language: 'en',
        paragraphs: [
          `Too many wrong codes were entered for withdrawals from your balance at ${partner}. You cannot request or confirm a withdrawal until ${time}. Your balance has not changed.`,
          `If you did not enter these codes, someone else may be using your account: change your password and contact ${partner}.`,
        ],
      },
      {
        language: 'de',
        paragraphs: [
          `Für Auszahlungen von Ihrem Guthaben bei ${partner} wurden zu viele falsche Codes eingegeben. Bis ${time} können Sie keine Auszahlung anfordern oder bestätigen. Ihr Guthaben hat sich dadurch nicht verändert.`,
          `Wenn Sie diese Codes nicht eingegeben haben, benutzt vielleicht jemand anderes Ihr Konto: Ändern Sie Ihr Passwort und benachrichtigen Sie ${partner}.`,
        ],
      },
    ],
  }
}
