/** What is said about paying in coins, in German. */
export const german = {
  'deposit.title': 'Mit Coins zahlen',
  'deposit.text':
    'Senden Sie genau diesen Betrag in einer einzigen Transaktion an eine Adresse, die nur für diese Bestellung da ist.',
  'deposit.restText': 'Senden Sie den Rest in einer Transaktion an dieselbe Adresse.',
  'deposit.amount': 'Betrag',
  'deposit.rest': 'Noch zu senden',
  'deposit.address': 'Adresse',
  'deposit.network': 'Netzwerk',
  'deposit.qr': 'Die Zahlung als QR-Code',
  'deposit.open': 'In der Wallet öffnen',
  'deposit.left': 'Die Coins müssen innerhalb von {time} im Netzwerk zu sehen sein.',
  'deposit.over': 'Die Zeit ist um: Coins, die erst jetzt zu sehen sind, zählen nicht für diese Bestellung.',
  'deposit.wrong':
    'Weniger oder mehr wird so getauscht, wie es kommt, zum niedrigeren der beiden Preise: dem dieser Bestellung und dem des Augenblicks. Ein anderer Coin oder ein anderes Netzwerk kauft nichts.',
  'deposit.test': 'Aus der Test-Wallet zahlen',
  'deposit.arrivals': 'Was ankam',
  'deposit.seen': 'gesehen, {count} von {needed} Bestätigungen',
  'deposit.gone': 'nicht mehr im Netzwerk',
  'deposit.short': 'erhalten, weniger als das Mindeste für eine Bestellung',
  'deposit.taken': 'erhalten',
  'deposit.owed': 'wartet auf eine Wallet, an die es zurückgeht',
  'deposit.kept': 'weniger als die Netzwerkgebühr der Rücksendung',
  'deposit.returning': 'auf dem Rückweg',
  'deposit.returned': 'zurückgesandt',
  'refund.title': 'Wohin sollen Ihre Coins zurück?',
  'refund.text':
    'Nennen Sie eine eigene Wallet im Netzwerk {network}, die {currency} empfangen kann. Die Netzwerkgebühr geht vom Betrag ab.',
  'refund.warning':
    'Coins an eine falsche Adresse sind nicht zurückzuholen, und die Wallet steht fest, sobald Sie sie bestätigen. Vergleichen Sie die ersten und letzten Zeichen.',
  'refund.code':
    'Zum Bestätigen senden wir Ihnen einen Code per E-Mail, damit niemand sonst eine Wallet nennen kann. Bevor Sie ihn eingeben, wird nichts zurückgesandt.',
  'refund.mail': 'Code per E-Mail senden',
  'refund.confirm': 'Meine Coins zurücksenden',

  'status.coins.text': 'Wir warten auf Ihre Coins. Es ist noch kein Geld geflossen.',
  'status.coinsSeen.text':
    'Ihre Coins sind im Netzwerk zu sehen. Sie zählen, sobald sie bestätigt sind; bitte senden Sie sie nicht noch einmal.',
  'status.coinsGone.text':
    'Das Netzwerk hat Ihre Transaktion zurückgenommen: Durch sie haben keine Coins Ihre Wallet verlassen. Senden Sie sie rechtzeitig noch einmal, an dieselbe Adresse.',
  'status.coinsGoneEnd.text':
    'Das Netzwerk hat Ihre Transaktion zurückgenommen: Durch sie haben keine Coins Ihre Wallet verlassen, und ausgezahlt wurde nichts. Coins, die noch eintreffen, gehen zurück.',
  'status.coinsShort.text':
    'Was bisher kam, ist weniger als das Mindeste für eine Bestellung. Senden Sie den Rest rechtzeitig an dieselbe Adresse; sonst geht es an Sie zurück.',
  'status.coinsTaken.text': 'Ihre Coins sind da. Wir tauschen sie und zahlen aus.',
  'status.coinsOwed.text':
    'Es kamen Coins, die diese Bestellung nicht brauchen konnte: Dafür wurde nichts ausgezahlt. Sie gehören Ihnen; nennen Sie unten die Wallet, an die sie zurückgehen.',
  'status.coinsReturning.text':
    'Ihre Coins sind auf dem Rückweg an die Wallet, die Sie genannt haben; Sie müssen nichts tun.',
  'status.coinsKept.text':
    'Was kam, ist weniger als die Netzwerkgebühr der Rücksendung und bleibt deshalb hier. Es gehört Ihnen: Schreiben Sie uns, wenn Sie es beanspruchen.',
  'status.coinsReturned.text':
    'Ihre Coins wurden an die Wallet zurückgesandt, die Sie genannt haben, abzüglich der Netzwerkgebühr.',
} as const
