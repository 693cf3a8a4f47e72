import { timingSafeEqual } from 'node:crypto'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** The owner of a code. A code and its tries belong to the widget request or order that it was requested for. */
export type CodeOwner = { readonly entry: string; readonly partnerId: string; readonly email: string }

/** The result of trying a code; `none` if no code waits, or its tries are used up. */
export type CodeTry = 'right' | 'wrong' | 'none'

/** Codes sent to a mailbox: one for each entry, stored as a keyed digest. Only codes that were mailed are stored. */
export type CodeStore = {
  /** @param mailed.link the end of the link in the mail */
  keep(owner: CodeOwner, mailed: { code: string; link: string; expiresAt: Date }): Promise<void>
  /** Compares a code once, which costs one of `tries`. */
  tryCode(owner: CodeOwner, attempt: { code: string; tries: number }): Promise<CodeTry>
  /** The result of trying a code in a browser in which the mail's link was pressed; `none` for any other browser. */
  tryPressed(owner: CodeOwner, attempt: { code: string; browser: string; tries: number }): Promise<CodeTry>
  /** Redeems a right code; false if it was redeemed meanwhile. */
  use(owner: CodeOwner, code: string): Promise<boolean>
  /** The owner of the code that a link was mailed with, while the code is valid. */
  findByLink(link: string): Promise<CodeOwner | undefined>
  /**
   * Gives tries to the browser that opened the link, once, under a new name: others may know a name that it sent.
   * @param browser the name that it sent, which counts only for this link; and the name that it otherwise gets
   * @returns its name; undefined if another browser opened the link, or the code has expired
   */
  press(
    link: string,
    browser: { brought: string | undefined; given: string },
  ): Promise<{ owner: CodeOwner; browser: string } | undefined>
}

type OwnerRow = { readonly entry: string; readonly partner_id: string; readonly email: string }

export function codeStore({ query, keys, now }: StoreDeps): CodeStore {
  const digest = ({ entry, partnerId, email }: CodeOwner, code: string) =>
    keys.fingerprint(`mail code ${entry} ${partnerId} ${email}`, code)
  const compared = (owner: CodeOwner, code: string, row: { code_hash: Buffer } | undefined): CodeTry =>
    row ? (timingSafeEqual(row.code_hash, digest(owner, code)) ? 'right' : 'wrong') : 'none'
  return {
    async keep(owner, { code, link, expiresAt }) {
      const { entry, partnerId, email } = owner
      const values = [entry, partnerId, email, digest(owner, code), expiresAt, secretHash(link)]
      await query({ name: 'entry_code_keep', text: KEEP, values })
    },
    async tryCode(owner, { code, tries }) {
      const { entry, email } = owner
      const [row] = await query<{ code_hash: Buffer }>({
        name: 'entry_code_try',
        text: `
          update entry_code set tries = tries + 1
          where entry = $1 and email = $2 and expires_at > $3 and tries < $4 returning code_hash`,
        values: [entry, email, now(), tries],
      })
      return compared(owner, code, row)
    },
    async tryPressed(owner, { code, browser, tries }) {
      const { entry, email } = owner
      const [row] = await query<{ code_hash: Buffer }>({
        name: 'entry_code_try_pressed',
        text: `
          update entry_code set press_tries = press_tries + 1
          where entry = $1 and email = $2 and expires_at > $3 and press_hash = $5 and press_tries < $4
          returning code_hash`,
        values: [entry, email, now(), tries, secretHash(browser)],
      })
      return compared(owner, code, row)
    },
    async use(owner, code) {
      const taken = await query<{ entry: string }>({
        name: 'entry_code_take',
        text: 'delete from entry_code where entry = $1 and code_hash = $2 returning entry',
        values: [owner.entry, digest(owner, code)],
      })
      return taken.length > 0
    },
    async findByLink(link) {
      const [row] = await query<OwnerRow>({
        name: 'entry_code_of_link',
        text: 'select entry, partner_id, email from entry_code where link_hash = $1 and expires_at > $2',
        values: [secretHash(link), now()],
      })
      return row && ownerOf(row)
    },
    async press(link, { brought, given }) {
      const values = [
        secretHash(link),
        now(),
        brought === undefined ? null : secretHash(brought),
        secretHash(given),
      ]
      const [row] = await query<OwnerRow & { is_given: boolean }>({
        name: 'entry_code_press',
        text: PRESS,
        values,
      })
      return row && { owner: ownerOf(row), browser: row.is_given ? given : (brought ?? given) }
    },
  }
}

/** Another code for this mailbox is also for the known browser. */
const KEEP = `
  insert into entry_code as kept (entry, partner_id, email, code_hash, expires_at, link_hash)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (entry) do update set partner_id = excluded.partner_id, email = excluded.email,
    code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0, link_hash = excluded.link_hash,
    press_hash = case when kept.email = excluded.email then kept.press_hash end, press_tries = 0`

/** Opening the link again in that browser gives no more tries. */
const PRESS = `
  update entry_code set press_hash = coalesce(press_hash, $4)
  where link_hash = $1 and expires_at > $2 and (press_hash is null or press_hash = $3::bytea)
  returning entry, partner_id, email, press_hash = $4 as is_given`

function ownerOf({ entry, partner_id: partnerId, email }: OwnerRow): CodeOwner {
  return { entry, partnerId, email }
}
