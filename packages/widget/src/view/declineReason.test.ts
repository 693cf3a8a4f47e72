import { expect, test } from 'vitest'
import { attempt } from '../../test/views.ts'
import { languageFor, sayIn } from '../text.ts'
import { adviceAfter, declineReason, mayPayYet } from './declineReason.ts'

const german = sayIn(await languageFor('de'))
const english = sayIn(await languageFor('en'))

test.each([
  ['Declined by processing', 'Bei der Verarbeitung abgelehnt'],
  ['Insufficient funds', 'Konto nicht ausreichend gedeckt'],
  ['Do not honor', 'Von der Bank ohne Angabe von Gründen abgelehnt'],
  ['Expired card', 'Karte abgelaufen'],
  ['Invalid card number', 'Kartennummer ungültig'],
  ['Invalid CVV', 'Prüfziffer ungültig'],
  ['Card restricted', 'Karte eingeschränkt'],
  ['Lost or stolen card', 'Karte als verloren oder gestohlen gemeldet'],
  ['Suspected fraud', 'Betrugsverdacht'],
  ['Amount limit exceeded', 'Betragsgrenze überschritten'],
  ['Transaction not permitted', 'Zahlung nicht zugelassen'],
  ['3-D Secure authentication failed', '3-D-Secure-Bestätigung fehlgeschlagen'],
  ['Timeout', 'Zeitüberschreitung'],
])('%s is said in German, and in English in its own words', (reason, expected) => {
  expect(declineReason(reason, german)).toBe(expected)
  expect(declineReason(reason, english)).toBe(reason)
})

test.each(['Something new', 'toString', ''])(
  'a reason that is on no list is shown as it was received: %j',
  (reason) => {
    expect(declineReason(reason, german)).toBe(reason)
  },
)

test.each([
  ['canceled', null, 'advice.confirm', true],
  ['declined', 'Timeout', 'advice.confirm', true],
  ['declined', 'Invalid CVV', 'advice.details', true],
  ['declined', 'Insufficient funds', 'advice.funds', false],
  ['declined', 'Something new', 'advice.bank', false],
  ['try_again', null, null, true],
] as const)(
  'after a card that is %s (%s), %s is said, and it may pay yet: %s',
  (state, decline_reason, advice, may) => {
    const last = { ...attempt, state, decline_reason }
    expect([adviceAfter(last), mayPayYet(last)]).toEqual([advice, may])
  },
)
