/** What is said about where coins or money go, in German. */
export const german = {
  'address.title': 'Wohin soll es gehen?',
  'address.label': 'Wallet-Adresse',
  'address.networkHint': 'Eine Adresse im Netzwerk {network}, die {currency} empfangen kann.',
  'address.warning':
    'An eine falsche Adresse gesendete Coins sind nicht zurückzuholen, und mit der Bestellung steht die Adresse fest. Vergleichen Sie die ersten und letzten Zeichen.',
  'address.empty': 'Geben Sie die Adresse Ihrer Wallet ein.',
  'address.invalid':
    'An diese Adresse können im Netzwerk {network} keine Coins gehen. Kopieren Sie die Ihrer Wallet noch einmal.',
  'address.otherNetwork':
    'Diese Adresse gehört zu einem anderen Netzwerk. Coins, die über {network} dorthin gehen, wären verloren: Kopieren Sie eine für {network} aus Ihrer Wallet.',
  'address.checksum': 'Ein Zeichen dieser Adresse ist falsch. Kopieren Sie sie noch einmal aus Ihrer Wallet.',
  'address.length':
    'Diese Adresse ist nicht vollständig oder hat zu viele Zeichen. Kopieren Sie sie noch einmal ganz aus Ihrer Wallet.',
  'address.unpayable': 'Was an diese Adresse geht, ist verloren. Geben Sie die einer eigenen Wallet ein.',
  'address.tagInside':
    'Diese Adresse trägt ihr Memo in sich. Nehmen Sie die ohne, und geben Sie das Memo daneben ein.',
  'address.iban': 'IBAN',
  'address.ibanHint': 'Das Bankkonto, auf das Ihre {currency} per SEPA-Überweisung gehen.',
  'address.ibanWarning':
    'Geld auf einem falschen Konto kann verloren sein, und mit der Bestellung steht das Konto fest. Vergleichen Sie die ersten und letzten Zeichen.',
  'address.ibanEmpty': 'Geben Sie die IBAN des Bankkontos ein.',
  'address.ibanInvalid':
    'Das ist keine IBAN, die SEPA-Überweisungen erreichen. Kopieren Sie sie noch einmal von Ihrer Bank. Es ist kein Geld geflossen.',
  'address.memo': 'Memo',
  'address.tag': 'Destination Tag',
  'address.memoHint': 'Börsen nennen ihn neben der Adresse. Ohne ihn können sie Ihnen nichts gutschreiben.',
  'address.memoInvalid': 'Vergleichen Sie dies mit dem, was Ihre Wallet neben der Adresse zeigt.',

  'currency.onNetwork': '{coin} auf {network}',
  'network.bitcoin': 'Bitcoin',
  'network.litecoin': 'Litecoin',
  'network.ethereum': 'Ethereum',
  'network.ripple': 'XRP Ledger',
  'network.eos': 'EOS',
  'network.stellar': 'Stellar',
  'network.tron': 'Tron',
}
