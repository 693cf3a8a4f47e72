import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

/* None of these changes anything, so they share an exchange. */
let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** A coupon that lacks nothing but what it takes off. */
const couponOf = (...more: string[]) => [
  'coupon',
  'create',
  'C',
  '--partner',
  'SHOP',
  '--uses',
  '1',
  '--until',
  '2099-01-01T00:00:00Z',
  ...more,
]

const badCalls: readonly [readonly string[], RegExp][] = [
  [['partner', 'create'], /--name/],
  [['partner', 'create', '--name', 'x', '--origin', 'https://a.test/path'], /origin/],
  [['partner', 'create', '--name', 'x', '--origin', "https://a.test; script-src 'unsafe-inline'"], /origin/],
  [['partner', 'create', '--name', 'x', '--callback-url', 'ftp://a.test'], /http/],
  [['partner', 'create', '--name', 'x', '--callback-version', '3'], /1 or 2/],
  [['partner', 'create', '--nme', 'x'], /nme/],
  [['partner', 'create', '--name', ' '], /--name is empty/],
  [['partner', 'create', '--name', 'x'.repeat(101)], /--name must be at most 100 characters/],
  [['partner', 'create', '--name', 'a\nb'], /--name must be at most 100 characters, on one line/],
  [['partner', 'create', '--name', 'x', '--name', 'y'], /--name is given more than once/],
  [['partner', 'create', '--name', 'x', 'y'], /"y" is one word too many/],
  [['partner', 'create', '--name', 'x', '--callback-url', ''], /--callback-url is empty/],
  [['partner', 'create', '--name', 'x', '--callback-url', 'https://u:p@a.test'], /user name/],
  [['partner', 'create', '--name', 'x', '--origin', ''], /--origin is empty/],
  [['partner', 'create', '--name', 'x', '--origin', 'https://*.a.test'], /--origin/],
  [['partner', 'create', '--name', 'x', '--origin', 'https://a.test;script-src'], /--origin/],
  [['partner', 'create', '--name', 'x', '--origin', 'HTTPS://A.test'], /Write --origin https:\/\/a\.test,/],
  [['partner', 'create', '--name', 'x', '--origin', 'https://a.test/'], /Write --origin https:\/\/a\.test,/],
  [['partner', 'list', 'all'], /"all" is one word too many/],
  [['partner', 'show'], /Name the partner/],
  [['partner', 'update', 'SHOP'], /Say what to change/],
  [['partner', 'update', 'SHOP', '--origin', 'https://a.test', '--no-origins'], /not both/],
  [['partner', 'update', 'SHOP', '--allow-address', '192.0.2.0/33'], /an IPv4 or IPv6 address, or a range/],
  [['partner', 'update', 'SHOP', '--allow-address', '192.0.2.1', '--any-address'], /not both/],
  [['partner', 'update', 'SHOP', '--least-signature-version', '3'], /1 or 2/],
  [['partner', 'update', 'SHOP', '--statuses', 'few'], /all or plain/],
  [['partner', 'rotate', 'SHOP'], /Say what to replace/],
  [['partner', 'rotate', 'SHOP', '--key', '--overlap', '24'], /--overlap must be a span such as 90s/],
  [['partner', 'rotate', 'SHOP', '--key', '--overlap', '366d'], /--overlap must be a span such as 90s/],
  [['partner', 'move', 'SHOP', '--file', 'x', '--reason', 'y'], /Name the other cell/],
  [['partner', 'move', 'SHOP', '--to', 'e2', '--file', 'x', '--reason', 'y'], /the name of a cell/],
  [['partner', 'move', 'SHOP', '--to', 'E2', '--file', 'x'], /Say why/],
  [['partner', 'receive', '--reason', 'y'], /Name the file/],
  [['partner', 'cards', 'list', 'SHOP'], /Name the file to write/],
  [
    ['partner', 'cards', 'receive', '--file', 'x', '--reason', 'y'],
    /Name the file that “card receive” wrote/,
  ],
  [['partner', 'cards', 'release', 'x', '--file', 'y'], /Say why/],
  [['cell', 'sum'], /Give the books of each cell once/],
  [['cell', 'map'], /Name every cell/],
  [['cell', 'map', '--cells', 'E1,e2'], /different names of cells/],
  [['cell', 'map', '--cells', 'E1,E1'], /different names of cells/],
  [['cell', 'router', '--map', 'E1.json'], /Name the folder/],
  [['partner', 'suspend', 'SHOP'], /Say why/],
  [['partner', 'sign-out'], /Name the partner/],
  [['client', 'sign-out', 'nobody'], /Name the partner/],
  [['client', 'forget', 'nobody', '--partner', 'SHOP', '--reason', 'x'], /Name what to forget/],
  [
    ['client', 'forget', 'nobody', '--partner', 'SHOP', '--device', 'a', '--card', 'b', '--reason', 'x'],
    /not both/,
  ],
  [['client', 'saved', 'nobody'], /Name the partner/],
  [['client', 'approve-verification', '--reason', 'x'], /Name the verification/],
  [['client', 'refuse-verification', 'x'], /Say why/],
  [['payout', 'pause', 'all'], /Say why/],
  [['payout', 'pause', '--reason', 'x'], /Say what to pause/],
  [['payout', 'continue', 'DOGE', '--reason', 'x'], /all, or a currency such as ETH/],
  [['owed', 'list', 'all'], /"all" is one word too many/],
  [['owed', 'settle', '--reason', 'x'], /Name the bank’s line/],
  [['owed', 'book', '--reason', 'x'], /Name the bank’s line/],
  [['owed', 'dismiss', 'bank:R1'], /Say why/],
  [['order', 'show'], /client_order_id/],
  [['order', 'show', ''], /client_order_id/],
  [['order', 'show', 'A', 'B'], /"B" is one word too many/],
  [['callback', 'resend', ''], /client_order_id/],
  [['callback', 'list', '--state', 'lost'], /--state must be waiting/],
  [['callback', 'resend'], /client_order_id/],
  [['listen'], /--forward-to/],
  [['listen', '--forward-to', 'ftp://a.test'], /--forward-to must be an http/],
  [['doctor'], /Name the receiver/],
  [['order', 'resolve', 'NOBODY', 'forget', '--reason', 'x'], /continue, refund or settle/],
  [['order', 'resolve', 'NOBODY', 'refund'], /--reason/],
  [['order', 'refund', 'NOBODY'], /Say why/],
  [['order', 'refund', 'NOBODY', '--reason', ''], /^--reason is empty\. Say why: --reason "The buyer/],
  [['order', 'cancel', 'NOBODY', '--reason', 'a\nb'], /--reason must be at most 500 characters, on one line/],
  [['order', 'approve', 'NOBODY', '--reason', 'x', '--actor', ''], /--actor is empty/],
  [['order', 'search', '--metadata', 'cart'], /--metadata must be a key, = and what was noted/],
  [['order', 'search', 'a', '--status', 'paid'], /--status must be payin_pending/],
  [['balance', 'show'], /Name a partner or a client/],
  [['ledger', 'verify', 'today'], /"today" is one word too many/],
  [['ledger', 'trial-balance', '--day', 'x'], /day/],
  [['tariff', 'set'], /Name a setting/],
  [['tariff', 'set', 'spreadBps'], /Give its new value/],
  [['tariff', 'set', 'spreadBps', '10', '--from', 'tomorrow'], /--from must be a time with its zone/],
  [
    ['tariff', 'set', 'spreadBps', '10', '--from', '2026-12-01T00:00:00'],
    /--from must be a time with its zone/,
  ],
  [['tariff', 'set', 'spreadBps', '10', '--and', 'spreadBps'], /--and must be a setting’s name/],
  [['tariff', 'preview', 'spreadBps'], /Give the value to try/],
  [['tariff', 'history', '--rows', '0'], /--rows must be a whole number from 1 on/],
  [['coupon', 'create'], /Name the coupon by a code/],
  [['coupon', 'create', 'a b'], /code/],
  [couponOf('--off', '0'), /--off must be a percentage above 0/],
  [couponOf('--off', '100.01'), /--off must be a percentage above 0/],
  [couponOf('--off', '0.001'), /--off must be a percentage above 0/],
  [couponOf('--off', '10', '--uses-each', '0'), /--uses-each must be a whole number from 1 on/],
  [couponOf('--off', '10', '--from', '2099-01-01T00:00:00Z'), /--until must be later/],
  [['country', 'set', 'DE', 'closed'], /Say served, without_cards, forbidden or default|must be/],
  [['sepa', 'import'], /Name the file that your bank sent/],
  [['audit', 'list', '--since', 'May'], /--since.*a day such as/],
  [['sepa', 'list', '--since', 'May'], /--since.*a day such as/],
  [['sepa', 'reject'], /Name the payment by its EndToEndId/],
  [['sepa', 'reject', 'X-payout'], /Say why/],
  [['chain', 'sweep'], /Name the file/],
  [['chain', 'sweep', 'x.json'], /Name your wallet/],
  [['chain', 'release'], /Say why/],
  [['chain', 'adopt', 'A', '0x12', '--reason', 'x'], /Name the transaction/],
  [['chain', 'credit', 'A', '0x12', '--reason', 'x'], /Name the transaction/],
  [['chain', 'credit', 'A'], /Name the transaction/],
]
for (const [words, sentence] of badCalls)
  test(`the call "${words.join(' ')}" is told what is wrong with it and how the command is called`, async () => {
    const { output, ok } = await rig.runCommand(...words)
    expect(ok).toBe(false)
    expect(output).toMatch(sentence)
    expect(output).toContain(`Usage: pnpm cambio ${words.slice(0, 2).join(' ')}`)
  })

/* Written as they should be, and not to be carried out as things are. */
const refusedCalls: readonly [readonly string[], RegExp][] = [
  [['tariff', 'set', 'spreadBps', '10', '--from', '2020-01-01T00:00:00Z'], /now or later/],
  [['partner', 'show', 'NOBODY'], /There is no partner NOBODY/],
  [['partner', 'resume', 'NOBODY', '--reason', 'x'], /There is no partner NOBODY/],
  [['client', 'sign-out', 'nobody', '--partner', 'SHOP'], /has no client nobody/],
  [['client', 'saved', 'nobody', '--partner', 'SHOP'], /has no client nobody/],
  [['client', 'approve-verification', 'x', '--reason', 'x'], /There is no open verification x/],
  [['client', 'refuse-verification', 'x', '--reason', 'x'], /There is no open verification x/],
  [['owed', 'settle', 'ABCDE-123456', '--reason', 'x'], /Nothing is owed for ABCDE-123456/],
  [['owed', 'book', 'bank:R1', '--reason', 'x'], /bank:R1 is not a possible repeat/],
  [['owed', 'dismiss', 'bank:R1', '--reason', 'x'], /bank:R1 is not a possible repeat/],
  [['order', 'show', 'NOBODY'], /There is no order NOBODY/],
  [['order', 'show', 'sepa-1'], /There is no order sepa-1\. A client_order_id reads like.*“order search”/],
  [['order', 'show', 'abcde-123456'], /There is no order ABCDE-123456\. “order search” finds/],
  [['order', 'resolve', 'NOBODY', 'continue', '--reason', 'x'], /There is no order NOBODY/],
  [['callback', 'resend', 'NOBODY'], /There is no order NOBODY/],
  [['order', 'refund', 'NOBODY', '--reason', 'x'], /There is no order NOBODY/],
  [['order', 'cancel', 'NOBODY', '--reason', 'x'], /There is no order NOBODY/],
  [['order', 'approve', 'NOBODY', '--reason', 'x'], /There is no order NOBODY/],
  [['owed', 'return', 'bank:R1', '--reason', 'x'], /belongs to no order.*“owed settle”.*no money moved/],
  [['order', 'search', 'a', '--partner', 'NOBODY'], /There is no partner NOBODY/],
  [['owed', 'return', 'NOBODY', '--reason', 'x'], /There is no order NOBODY/],
  [['balance', 'show', 'NOBODY'], /There is no partner or client NOBODY/],
  [['tariff', 'set', 'spreadBps', '10', '--partner', 'NOBODY'], /There is no partner NOBODY/],
  [['tariff', 'set', 'payin.sofort.offered', 'yes'], /by sofort/],
  [['tariff', 'set', 'payin.card.serviceBps', '10000'], /from 0 to 9999; it cannot be 10000/],
  [['tariff', 'show', 'payin.card.colour'], /There is no setting payin.card.colour/],
  [['tariff', 'preview', 'spreadBps', '99999'], /from 0 to 9999; it cannot be 99999/],
  [['coupon', 'end', 'NONE', '--partner', 'SHOP'], /has no coupon NONE/],
  [['coupon', 'end', 'NONE', '--partner', 'NOBODY'], /There is no partner NOBODY/],
  [['country', 'set', 'XX', 'forbidden'], /There is no setting country.XX/],
  [['sepa', 'import', '/nowhere/statement.xml'], /cannot be read; nothing was imported/],
  [
    ['chain', 'adopt', 'ABCDE-123456', `0x${'1'.repeat(64)}`, '--reason', 'x'],
    /has not connected to a chain yet/,
  ],
  [['chain', 'release', '--reason', 'x'], /has not connected to a chain yet/],
  [['sepa', 'export', 'x.xml', '--again', 'NOFILE'], /There is no file NOFILE/],
  [['sepa', 'reject', 'X-payout', '--reason', 'x'], /There is no payment X-payout/],
]
for (const [words, sentence] of refusedCalls)
  test(`the call "${words.join(' ')}" is told why it is not carried out, and nothing of how it is called`, async () => {
    const { output, ok } = await rig.runCommand(...words)
    expect(ok).toBe(false)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('Usage:')
  })
