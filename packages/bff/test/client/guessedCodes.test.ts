import { Refusal } from '@cambio/wire/http/Problem.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

/* Codes in a mailbox cannot be guessed, and strangers who try do not lock its owner out. */

let rig: Rig
let mailed: { readonly email: string; readonly code: string; readonly link: string }[]
let isRefused = false
beforeEach(async () => {
  mailed = []
  isRefused = false
  rig = await openRig({
    limitsFactor: 1,
    mail: {
      shown: true,
      async send(mail) {
        if (isRefused) throw new Refusal('unavailable')
        mailed.push(mail)
      },
      notify: async () => ({ is: 'sent' }),
      tellPartner: async () => ({ is: 'sent' }),
    },
  })
})
afterEach(() => rig.close())

const email = 'ada@example.com'
const requestCode = (entry: string, address = email): Promise<Reply> =>
  rig.widget('POST', `/api/widget/${entry}/code`, { email: address })
const wrong = (code: unknown): string => (code === '000000' ? '000001' : '000000')

function open(entry: string, code: unknown, cookie?: string): Promise<Reply> {
  return rig.send('POST', `/api/widget/${entry}/session`, {
    headers: { 'Content-Type': 'application/json', ...(cookie !== undefined && { Cookie: cookie }) },
    body: JSON.stringify({ email, code }),
  })
}

/** The network has limits of its own, which are not these tests'. */
async function forgetNetwork(): Promise<void> {
  const text = `delete from limit_window where name in ('code-mail-network', 'code-mail', 'code-mail-slow', 'code-mail-most')`
  await rig.query({ name: 'forget_mail_limits', text, values: [] })
  rig.pass(1_000)
}

/** Tries wrong codes at entries of a stranger's own, five at each. */
async function guessAt(entries: number): Promise<readonly string[]> {
  const answers: string[] = []
  for (let count = 0; count < entries; count++) {
    await forgetNetwork()
    const entry = await rig.openRequest()
    const code = (await requestCode(entry)).at('sandbox_code')
    const replies = await Promise.all(Array.from({ length: 5 }, () => open(entry, wrong(code))))
    answers.push(...replies.map((reply) => String(statusAndCode(reply))))
  }
  return answers
}

/** Presses the button behind the link of the last mail; answers the browser's cookie. */
async function press(
  link = mailed.at(-1)?.link ?? '',
  cookie?: string,
): Promise<{ reply: Reply; cookie: string }> {
  const { pathname } = new URL(link)
  const reply = await rig.send('POST', pathname, { headers: cookie === undefined ? {} : { Cookie: cookie } })
  return { reply, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

describe('a code that was not mailed', () => {
  test('a code opens nothing when it was not mailed because its mailbox has had too many', async () => {
    for (let count = 0; count < 6; count++) await requestCode(await rig.openRequest())
    const before = mailed.length
    const entry = await rig.openRequest()
    const shown = (await requestCode(entry)).at('sandbox_code')
    expect(mailed).toHaveLength(before)
    expect(statusAndCode(await open(entry, shown))).toEqual([422, 'code_invalid'])
    rig.pass(60_000)
    expect((await open(entry, (await requestCode(entry)).at('sandbox_code'))).status).toBe(200)
  })

  test('a code that the mail server refused opens nothing, and the code before it still works', async () => {
    const entry = await rig.openRequest()
    isRefused = true
    expect(statusAndCode(await requestCode(entry))).toEqual([503, 'unavailable'])
    expect(await rig.query({ name: 'codes', text: 'select 1 from entry_code', values: [] })).toEqual([])
    isRefused = false
    const code = (await requestCode(entry)).at('sandbox_code')
    isRefused = true
    expect((await requestCode(entry)).status).toBe(503)
    expect((await open(entry, code)).status).toBe(200)
  })
})

describe('the wrong codes of a mailbox, over all entries', () => {
  test('a mailbox may have thirty wrong codes an hour, even at once, and sixty a day', async () => {
    expect(new Set(await guessAt(6))).toEqual(new Set(['422,code_invalid']))
    const entry = await rig.openRequest()
    await forgetNetwork()
    const code = (await requestCode(entry)).at('sandbox_code')
    const refused = await open(entry, code)
    expect(statusAndCode(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    rig.pass(60 * 60_000)
    const later = await guessAt(7)
    expect(later.filter((answer) => answer === '422,code_invalid')).toHaveLength(30)
    rig.pass(60 * 60_000)
    expect(new Set(await guessAt(1))).toEqual(new Set(['429,too_many_requests']))
    rig.pass(22 * 60 * 60_000)
    expect(new Set(await guessAt(1))).toEqual(new Set(['422,code_invalid']))
  })

  test('a mailbox’s count leaves out right codes, tries where no code waits, and other mailboxes', async () => {
    for (let count = 0; count < 35; count++) {
      await forgetNetwork()
      const entry = await rig.openRequest()
      expect(statusAndCode(await open(entry, '123456'))).toEqual([422, 'code_invalid'])
      expect((await open(entry, (await requestCode(entry)).at('sandbox_code'))).status).toBe(200)
    }
    await guessAt(6)
    const entry = await rig.openRequest()
    const sent = await requestCode(entry, 'grace@example.com')
    const body = { email: 'grace@example.com', code: sent.at('sandbox_code') }
    expect((await rig.widget('POST', `/api/widget/${entry}/session`, body)).status).toBe(200)
  })
})

describe('the link in the mail of a code', () => {
  let entry: string
  let code: string
  beforeEach(async () => {
    await guessAt(6)
    await forgetNetwork()
    entry = await rig.openRequest()
    code = String((await requestCode(entry)).at('sandbox_code'))
    expect(statusAndCode(await open(entry, code))).toEqual([429, 'too_many_requests'])
  })

  test('the mailed link gives five more tries to the browser that pressed its button, and signs nobody in', async () => {
    const { pathname } = new URL(mailed.at(-1)?.link ?? '')
    const shown = await rig.send('GET', pathname)
    expect([shown.status, shown.headers.get('set-cookie')]).toEqual([200, null])
    expect(statusAndCode(await open(entry, code))).toEqual([429, 'too_many_requests'])
    const { reply, cookie } = await press()
    expect(reply.status).toBe(200)
    expect(reply.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    expect(reply.text).toContain(`/w/${entry}`)
    expect(
      (await rig.send('GET', `/api/widget/${entry}`, { headers: { Cookie: cookie } })).at('buyer'),
    ).toBeNull()
    for (let tries = 0; tries < 4; tries++)
      expect(statusAndCode(await open(entry, wrong(code), cookie))).toEqual([422, 'code_invalid'])
    expect((await open(entry, code, cookie)).status).toBe(200)
  })

  test('the mailed link revives no other browser, and no browser twice', async () => {
    const { cookie } = await press()
    const { reply } = await press(mailed.at(-1)?.link, 'cambio_code=anotherBrowserOfAStranger')
    expect(reply.status).toBe(404)
    expect(statusAndCode(await open(entry, code))).toEqual([429, 'too_many_requests'])
    const stranger = 'cambio_code=anotherBrowserOfAStranger'
    expect((await open(entry, code, stranger)).status).not.toBe(200)
    for (let tries = 0; tries < 5; tries++) await open(entry, wrong(code), cookie)
    expect((await press(mailed.at(-1)?.link, cookie)).reply.status).toBe(200)
    expect((await open(entry, code, cookie)).status).not.toBe(200)
  })

  test('the mailed link gives the browser a name that nobody gave it before', async () => {
    const planted = 'cambio_code=plantedByAStrangerBefore'
    const { reply, cookie } = await press(mailed.at(-1)?.link, planted)
    expect([reply.status, cookie === planted]).toEqual([200, false])
    expect(statusAndCode(await open(entry, code, planted))).toEqual([429, 'too_many_requests'])
    expect((await open(entry, code, cookie)).status).toBe(200)
  })

  test('the mailed link is for the entry that it was mailed for, and ends with its code', async () => {
    const { cookie } = await press()
    const other = await rig.openRequest()
    await forgetNetwork()
    const others = (await requestCode(other)).at('sandbox_code')
    expect(statusAndCode(await open(other, others, cookie))).toEqual([429, 'too_many_requests'])
    rig.pass(10 * 60_000)
    expect((await open(entry, code, cookie)).status).toBe(422)
    expect((await rig.send('GET', new URL(mailed.at(-1)?.link ?? '').pathname)).status).toBe(404)
    await forgetNetwork()
    // The same browser goes on with a new code at the same entry.
    const again = (await requestCode(entry)).at('sandbox_code')
    expect((await open(entry, again, cookie)).status).toBe(200)
  })
})
