import { languageOf } from '@cambio/server/language/languageOf.ts'
import { sayers } from '@cambio/server/language/sayers.ts'
import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** What the sandbox's bank says in one language. */
export type BankWords = {
  readonly bank: string
  readonly titles: { readonly '3ds': string; readonly redirect: string }
  readonly amount: string
  readonly to: string
  readonly card: string
  readonly decisions: { readonly approve: string; readonly decline: string; readonly cancel: string }
  /** Until when the buyer may choose, and in how many minutes that is. */
  readonly until: (time: Html, minutesLeft: number) => Html
  readonly test: string
  readonly closed: { readonly title: string; readonly text: string; readonly go: string }
  readonly unknown: { readonly title: string; readonly text: string }
}

const minutesIn = sayers<'minutes', 'en' | 'de' | 'ar'>({
  en: { minutes: '{count, plural, one {# minute} other {# minutes}}' },
  de: { minutes: '{count, plural, one {# Minute} other {# Minuten}}' },
  ar: {
    minutes: '{count, plural, one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  },
})

const en: BankWords = {
  bank: 'Test bank',
  titles: { '3ds': 'Confirm your payment', redirect: 'Pay at your bank' },
  amount: 'Amount',
  to: 'To',
  card: 'Card',
  decisions: { approve: 'Approve', decline: 'Decline', cancel: 'Cancel' },
  until: (time, minutesLeft) => {
    const left = minutesIn('en')('minutes', { count: minutesLeft })
    return html`Choose by ${time} (${left} left). After that the payment is declined and nothing is charged.`
  },
  test: 'No bank is asked here and no money moves. After Approve, the test card decides what comes of the payment.',
  closed: {
    title: 'This check is over',
    text: 'It was answered already, or its time ran out. Continue to the shop to see what became of the payment.',
    go: 'Continue',
  },
  unknown: {
    title: 'This page has nothing to show',
    text: 'The link is incomplete or was changed on the way. Nothing was decided here: go back to the shop and look at the payment there.',
  },
}

const de: BankWords = {
  bank: 'Testbank',
  titles: { '3ds': 'Zahlung bestätigen', redirect: 'Bei Ihrer Bank bezahlen' },
  amount: 'Betrag',
  to: 'An',
  card: 'Karte',
  decisions: { approve: 'Zustimmen', decline: 'Ablehnen', cancel: 'Abbrechen' },
  until: (time, minutesLeft) => {
    const left = minutesIn('de')('minutes', { count: minutesLeft })
    return html`Entscheiden Sie bis ${time} (noch ${left}). Danach wird die Zahlung abgelehnt, und es wird
    nichts abgebucht.`
  },
  test: 'Hier wird keine Bank gefragt, und es fließt kein Geld. Nach „Zustimmen“ entscheidet die Testkarte, wie die Zahlung ausgeht.',
  closed: {
    title: 'Diese Prüfung ist beendet',
    text: 'Sie wurde schon beantwortet, oder ihre Zeit ist abgelaufen. Gehen Sie weiter zum Shop und sehen Sie dort, was aus der Zahlung geworden ist.',
    go: 'Weiter',
  },
  unknown: {
    title: 'Hier gibt es nichts anzuzeigen',
    text: 'Der Link ist unvollständig oder wurde unterwegs verändert. Hier wurde nichts entschieden: Gehen Sie zurück zum Shop und sehen Sie dort nach der Zahlung.',
  },
}

const ar: BankWords = {
  bank: 'مصرف الاختبار',
  titles: { '3ds': 'أكّد دفعتك', redirect: 'ادفع لدى مصرفك' },
  amount: 'المبلغ',
  to: 'إلى',
  card: 'البطاقة',
  decisions: { approve: 'موافقة', decline: 'رفض', cancel: 'إلغاء' },
  until: (time, minutesLeft) => {
    const left = minutesIn('ar')('minutes', { count: minutesLeft })
    return html`اختر قبل ${time} (الوقت المتبقي: ${left}). بعد ذلك تُرفض الدفعة ولا يُخصم شيء.`
  },
  test: 'لا يُسأل هنا أي مصرف ولا تُنقل أموال. بعد «موافقة» تحدد بطاقة الاختبار كيف تنتهي الدفعة.',
  closed: {
    title: 'انتهى هذا التحقق',
    text: 'سبقت الإجابة عنه أو انتهت مهلته. تابع إلى المتجر لتعرف ما آلت إليه الدفعة.',
    go: 'متابعة',
  },
  unknown: {
    title: 'لا شيء تعرضه هذه الصفحة',
    text: 'الرابط غير مكتمل أو تغيّر في الطريق. لم يُقرَّر شيء هنا: ارجع إلى المتجر واطّلع على الدفعة هناك.',
  },
}

const spoken = { en, de, ar }
export type BankLanguage = keyof typeof spoken

/** Which of its languages the bank speaks to a reader, by their Accept-Language; English when that is none of them. */
export function bankLanguageOf(accepted: string | undefined): BankLanguage {
  const language = languageOf(accepted)
  return language === 'de' || language === 'ar' ? language : 'en'
}

export function bankWords(language: BankLanguage): BankWords {
  return spoken[language]
}
