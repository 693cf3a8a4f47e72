/** What is said about paying by bank transfer, in German. */
export const german = {
  'transfer.title': 'Überweisung',
  'transfer.text':
    'Überweisen Sie diesen Betrag von Ihrem Bankkonto. Der Preis Ihrer Coins gilt, wenn das Geld ankommt.',
  'transfer.qr': 'Die Überweisung als QR-Code für Ihre Banking-App',
  'transfer.qr.text': 'Scannen Sie ihn mit Ihrer Banking-App, oder kopieren Sie die Angaben.',
  'transfer.beneficiary': 'Empfänger',
  'transfer.iban': 'IBAN',
  'transfer.amount': 'Betrag',
  'transfer.reference': 'Verwendungszweck',
  'transfer.reference.text':
    'Geben Sie den Verwendungszweck genau so an: Sonst wissen wir nicht, wessen Geld ankam. Es ist noch kein Geld geflossen.',
  'transfer.before': 'Das Geld muss vor {time} ankommen ({left}). Was später ankommt, geht zurück.',
  'transfer.next':
    'Eine Überweisung braucht Sekunden bis einen Bankarbeitstag. Ist sie da, wird der Preis Ihrer Coins bestimmt, sie werden gesendet, und diese Seite zeigt es; Sie können sie solange schließen.',
  'transfer.test': 'Bei der Testbank zahlen',
  'transfer.copy': '{what} kopieren',
  'transfer.copyShort': 'Kopieren',
  'transfer.copied': 'Kopiert',
  'transfer.notCopied':
    'Ihr Browser ließ diese Seite nicht kopieren. Markieren Sie den Text und kopieren Sie ihn selbst.',
} as const
