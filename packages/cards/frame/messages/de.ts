import type { Messages } from '../language.ts'

const de: Messages = {
  title: 'Kartendaten',
  number: 'Kartennummer',
  expiry: 'Gültig bis',
  code: 'Prüfziffer',
  expiryFormat: 'MM / JJ',
  expiryHint: 'Monat und Jahr, je zwei Ziffern',
  codeHint: 'Die Ziffern auf der Rückseite der Karte',
  numberEmpty: 'Geben Sie Ihre Kartennummer ein.',
  numberShort: 'Die Kartennummer ist unvollständig.',
  numberWrong: 'Prüfen Sie die Kartennummer: Eine Ziffer stimmt nicht.',
  expiryEmpty: 'Geben Sie das Ablaufdatum ein.',
  expiryShort: 'Geben Sie Monat und Jahr ein, wie auf der Karte.',
  expiryWrong: 'Prüfen Sie das Ablaufdatum.',
  expiryPast: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere.',
  codeEmpty: 'Geben Sie die Prüfziffer ein.',
  codeShort: 'Die Prüfziffer ist unvollständig.',
  codeWrong: 'Prüfen Sie die Prüfziffer.',
  store: 'Diese Karte für meine nächsten Käufe speichern',
  sending: 'Ihre Kartendaten werden gesendet …',
  done: 'Kartendaten erhalten.',
  invalid:
    'Diese Kartendaten wurden nicht angenommen, es wurde nichts abgebucht. Prüfen Sie sie und versuchen Sie es erneut.',
  unreachable:
    'Ihre Kartendaten konnten nicht gesendet werden, es wurde nichts abgebucht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  expired:
    'Dieses Kartenformular ist abgelaufen, es wurde darin nichts abgebucht. Gehen Sie zurück und beginnen Sie die Zahlung neu.',
  used: 'In diesem Formular wurden bereits Kartendaten angegeben. Gehen Sie zurück, um den Stand der Zahlung zu sehen.',
  outside: 'Dieses Formular funktioniert nur auf der Seite des Shops, in dem Sie bezahlen.',
  testCards: 'Testkarten',
  testHint: 'Wählen Sie, wie die Zahlung enden soll. Es fließt kein Geld.',
  success: 'Erfolg',
  declined: 'Abgelehnt',
  capture_fails: 'Einzug scheitert',
  '3ds_success': '3-D Secure Erfolg',
  '3ds_declined': '3-D Secure abgelehnt',
  redirect_success: 'Weiterleitung Erfolg',
  redirect_declined: 'Weiterleitung abgelehnt',
}

export default de
