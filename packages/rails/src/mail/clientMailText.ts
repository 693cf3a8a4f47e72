import type { ClientMail, PasskeyMail } from '@cambio/exchange/message/ClientMail.ts'
import type { MailContent } from './MailContent.ts'

/** The words of a mail to a client, in every language of mails, since the client's is not known. */
export function clientMailText(mail: ClientMail): MailContent {
  switch (mail.is) {
    case 'withdrawals_locked':
      return withdrawalsLockedText(mail)
    case 'passkey_added':
      return passkeyAddedText(mail)
    case 'passkey_removed':
      return passkeyRemovedText(mail)
  }
}

function withdrawalsLockedText({
  partner,
  until,
}: Extract<ClientMail, { is: 'withdrawals_locked' }>): MailContent {
  const time = timeOf(until)
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

function passkeyAddedText({ partner, name, at }: PasskeyMail): MailContent {
  return {
    subject: `A passkey was added at ${partner} / Passkey bei ${partner} hinzugefügt`,
    parts: [
      {
        language: 'en',
        paragraphs: [
          `On ${timeOf(at)} a passkey was added for you at ${partner}: ${name}. It signs you in where you buy, without a code from your e-mail. No money has moved.`,
          `If you did not add it, someone else reads your e-mail: change its password, remove the passkey under “Saved devices and cards” where you buy, and contact ${partner}.`,
        ],
      },
      {
        language: 'de',
        paragraphs: [
          `Am ${timeOf(at)} wurde für Sie bei ${partner} ein Passkey hinzugefügt: ${name}. Er meldet Sie beim Kaufen ohne Code aus der E-Mail an. Es ist kein Geld geflossen.`,
          `Wenn Sie ihn nicht hinzugefügt haben, liest jemand anderes Ihre E-Mails: Ändern Sie deren Passwort, entfernen Sie den Passkey beim Kaufen unter „Gespeicherte Geräte und Karten“ und benachrichtigen Sie ${partner}.`,
        ],
      },
    ],
  }
}

function passkeyRemovedText({ partner, name, at }: PasskeyMail): MailContent {
  return {
    subject: `A passkey was removed at ${partner} / Passkey bei ${partner} entfernt`,
    parts: [
      {
        language: 'en',
        paragraphs: [
          `On ${timeOf(at)} a passkey of yours at ${partner} was removed: ${name}. It no longer signs you in; the code from your e-mail still does. No money has moved.`,
          `If you did not remove it and did not ask anyone to, someone else may be using your account: contact ${partner}.`,
        ],
      },
      {
        language: 'de',
        paragraphs: [
          `Am ${timeOf(at)} wurde bei ${partner} ein Passkey von Ihnen entfernt: ${name}. Er meldet Sie nicht mehr an; der Code aus der E-Mail tut es weiterhin. Es ist kein Geld geflossen.`,
          `Wenn Sie ihn nicht entfernt und niemanden darum gebeten haben, benutzt vielleicht jemand anderes Ihr Konto: Benachrichtigen Sie ${partner}.`,
        ],
      },
    ],
  }
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
