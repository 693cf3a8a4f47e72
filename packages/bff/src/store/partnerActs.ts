import { partnerPaidOut } from '@cambio/exchange/books/partnerPaidOut.ts'
import * as Settlement from '@cambio/exchange/books/Settlement.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { CATALOGUE_CHANNEL } from './catalogue.ts'
import { sealCallbackSecret, sealSecret } from './partners.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { isViolation } from './violation.ts'

/** What the operator does about a partner, kept with who did it and why. */
export type Act = { readonly partnerId: string; readonly reason: string | null; readonly actor: string }

/** What an update changes; what is left out stays. */
export type PartnerChanges = Partial<
  Pick<
    Partner,
    | 'name'
    | 'origins'
    | 'callbackUrl'
    | 'callbackVersion'
    | 'requireTimestamp'
    | 'firstOrderFree'
    | 'statuses'
  > & { identifiesClients: boolean; attemptCallbacks: boolean }
>

/** New credentials; what is left out stays as it is. */
export type FreshCredentials = {
  readonly apiKey?: string
  readonly secret?: string
  readonly callbackSecret?: string
}

/** How many were ended. */
export type SignedOut = { readonly sessions: number; readonly loginTokens: number }

export type PartnerActStore = {
  settleTo(act: Act & { readonly settlement: Partner['settlement'] }): Promise<void>
  /** Books that a part of the partner's balance was paid to it; false where there is less. */
  payOut(act: Act & { readonly amount: Money }): Promise<boolean>
  update(act: Act & { readonly changes: PartnerChanges }): Promise<void>
  /** Replaces credentials. The former ones stay valid until that time; those before them end at once. */
  rotate(act: Act & { readonly fresh: FreshCredentials; readonly until: Date }): Promise<void>
  /** False where the partner was suspended already. */
  suspend(act: Act): Promise<boolean>
  resume(act: Act): Promise<boolean>
  /** Ends the sessions of one client of the partner's, or of all, with the login tokens that would open more. */
  signOut(act: Act & { readonly clientId: string | null }): Promise<SignedOut>
  /** Lets a client withdraw again before its lock ends; false where its withdrawals are not locked. */
  unlockWithdrawals(act: Act & { readonly clientId: string }): Promise<boolean>
  /** Has a part of the partner's balance leave for its bank account; undefined where there is less, else the payment's id. */
  payByBank(
    act: Act & { readonly amount: Money; readonly iban: string; readonly name: string },
  ): Promise<string | undefined>
}

export function partnerActStore({ query, random, keys, now }: StoreDeps): PartnerActStore {
  const actValues = (id: string, name: string, detail: object, { partnerId, reason, actor }: Act) => [
    id,
    partnerId,
    name,
    JSON.stringify(detail),
    reason,
    actor,
    now(),
  ]
  const changed = async (name: string, act: Act, text: string): Promise<boolean> => {
    const values = actValues(random.uuid(), name, {}, act)
    return (await query<{ id: string }>({ name: `partner_${name}`, text, values })).length > 0
  }
  return {
    async settleTo({ settlement, ...act }) {
      const values = [...actValues(random.uuid(), 'settle', { settlement }, act), settlement]
      await query({ name: 'partner_settle_to', text: SETTLE, values })
    },
    payOut({ amount, ...act }) {
      const id = random.uuid()
      const detail = { units: amount.units.toString(), currency: amount.currency }
      const journal = partnerPaidOut({ id, partnerId: act.partnerId, amount })
      const values = [...actValues(id, 'pay_out', detail, act), journalsParameter([journal])]
      return whereCovered(() => query({ name: 'partner_pay_out', text: PAY_OUT, values }))
    },
    async update({ changes, ...act }) {
      const columns = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [columnOf[name] ?? name, value]),
      )
      await query({
        wakes: [CATALOGUE_CHANNEL],
        name: 'partner_update',
        text: UPDATE,
        values: actValues(random.uuid(), 'update', columns, act),
      })
    },
    async rotate({ fresh, until, ...act }) {
      const { apiKey, secret, callbackSecret } = fresh
      const { partnerId } = act
      const detail = { rotated: Object.keys(fresh), former_until: until.toISOString() }
      const values = [
        ...actValues(random.uuid(), 'rotate', detail, act),
        until,
        apiKey ?? null,
        secret === undefined ? null : sealSecret(keys, partnerId, secret),
        callbackSecret === undefined ? null : sealCallbackSecret(keys, partnerId, callbackSecret),
      ]
      await query({ name: 'partner_rotate', text: ROTATE, values })
    },
    suspend: (act) => changed('suspend', act, SUSPEND),
    resume: (act) => changed('resume', act, RESUME),
    async signOut({ clientId, ...act }) {
      const values = [...actValues(random.uuid(), 'sign_out', { client_id: clientId }, act), clientId]
      const [ended] = await query<{ sessions: bigint; tokens: bigint }>({
        name: 'partner_sign_out',
        text: SIGN_OUT,
        values,
      })
      return { sessions: Number(ended?.sessions ?? 0n), loginTokens: Number(ended?.tokens ?? 0n) }
    },
    async unlockWithdrawals({ clientId, ...act }) {
      const values = [
        ...actValues(random.uuid(), 'unlock_withdrawals', { client_id: clientId }, act),
        clientId,
      ]
      const done = await query({ name: 'partner_unlock_withdrawals', text: UNLOCK_WITHDRAWALS, values })
      return done.length > 0
    },
    async payByBank({ amount, iban, name, ...act }) {
      const id = random.uuid()
      const payment = `P${id.replaceAll('-', '')}`
      const detail = { units: amount.units.toString(), currency: amount.currency, iban, payment }
      const journal = Settlement.ordered({ id: payment, partnerId: act.partnerId, amount })
      const values = [
        ...actValues(id, 'pay_by_bank', detail, act),
        journalsParameter([journal]),
        payment,
        amount.units,
        amount.currency,
        name,
        iban,
      ]
      const isPaid = await whereCovered(() =>
        query({ name: 'partner_pay_by_bank', text: PAY_BY_BANK, values }),
      )
      return isPaid ? payment : undefined
    },
  }
}

/** Books, and returns false where the balance is too small: then nothing was booked. */
async function whereCovered(book: () => Promise<unknown>): Promise<boolean> {
  try {
    await book()
    return true
  } catch (error) {
    if (isViolation(error, 'balance_is_enough')) return false
    throw error
  }
}

const columnOf: Readonly<Record<string, string>> = {
  callbackUrl: 'callback_url',
  callbackVersion: 'callback_version',
  requireTimestamp: 'require_timestamp',
  firstOrderFree: 'first_order_free',
  identifiesClients: 'identifies_clients',
  attemptCallbacks: 'attempt_callbacks',
}

const KEPT = `
  kept as (
    insert into partner_act (id, partner_id, act, detail, reason, actor, at)
    values ($1, $2, $3, $4, $5, $6, $7) returning at
  )`

const SETTLE = `with ${KEPT} update partner set settlement = $8 where id = $2`

const PAY_BY_BANK = `with ${KEPT},
  payment as (
    insert into bank_payment (id, partner_id, units, currency, name, iban, remittance, created_at)
    select $9, $2, $10, $11, $12, $13, 'Settlement ' || $9, at from kept
  )
  select post_journals($8::jsonb, at) from kept`

const PAY_OUT = `with ${KEPT} select post_journals($8::jsonb, at) from kept`

/** Keeps each changed value with the one before. A new receiver takes callbacks again, whatever the former one answered. */
const UPDATE = `
  with before as (select p, jsonb_populate_record(p, $4::jsonb) as n from partner p where id = $2 for update),
  kept as (
    insert into partner_act (id, partner_id, act, detail, reason, actor, at)
    select $1, $2, $3, (
      select jsonb_object_agg(key, jsonb_build_object('before', to_jsonb(before.p) -> key, 'after', value))
      from jsonb_each($4::jsonb)), $5, $6, $7
    from before
  )
  update partner set name = (n).name, origins = (n).origins, callback_url = (n).callback_url,
    callback_version = (n).callback_version, require_timestamp = (n).require_timestamp,
    first_order_free = (n).first_order_free, statuses = (n).statuses,
    identifies_clients = (n).identifies_clients, attempt_callbacks = (n).attempt_callbacks,
    callbacks_off_at = case when (n).callback_url is not distinct from partner.callback_url then callbacks_off_at end
  from before where partner.id = $2`

const ROTATE = `
  with ${KEPT}
  update partner set
    former_api_key = case when $9::text is null then former_api_key else api_key end,
    former_api_key_until = case when $9::text is null then former_api_key_until else $8::timestamptz end,
    api_key = coalesce($9, api_key),
    former_secret_sealed = case when $10::bytea is null then former_secret_sealed else secret_sealed end,
    former_secret_until = case when $10::bytea is null then former_secret_until else $8::timestamptz end,
    secret_sealed = coalesce($10, secret_sealed),
    former_callback_secret_sealed =
      case when $11::bytea is null then former_callback_secret_sealed else callback_secret_sealed end,
    former_callback_secret_until =
      case when $11::bytea is null then former_callback_secret_until else $8::timestamptz end,
    callback_secret_sealed = coalesce($11, callback_secret_sealed)
  where id = $2`

const SUSPEND = `
  with done as (update partner set suspended_at = $7 where id = $2 and suspended_at is null returning id)
  insert into partner_act (id, partner_id, act, detail, reason, actor, at)
  select $1, id, $3, $4, $5, $6, $7 from done returning id`

const RESUME = `
  with done as (update partner set suspended_at = null where id = $2 and suspended_at is not null returning id)
  insert into partner_act (id, partner_id, act, detail, reason, actor, at)
  select $1, id, $3, $4, $5, $6, $7 from done returning id`

const SIGN_OUT = `
  with ${KEPT},
  sessions as (
    delete from session s using client c
    where c.id = s.client_id and c.partner_id = $2 and ($8::text is null or c.id = $8) returning 1
  ),
  tokens as (
    delete from login_token t using client c
    where c.id = t.client_id and c.partner_id = $2 and ($8::text is null or c.id = $8) returning 1
  ),
  -- Whoever is signing in at this moment has read the version before, and opens nothing.
  changed as (
    update client set credentials_version = credentials_version + 1
    where partner_id = $2 and ($8::text is null or id = $8)
  )
  select (select count(*) from sessions) as sessions, (select count(*) from tokens) as tokens`

/** Wrong codes of before count no more, or the next one would lock the withdrawals again. */
const UNLOCK_WITHDRAWALS = `
  with done as (
    update client set withdrawals_locked_until = null
    where id = $8 and partner_id = $2 and withdrawals_locked_until > $7 returning partner_id
  ),
  forgotten as (delete from wrong_withdrawal_code where client_id = $8 and exists (select from done))
  insert into partner_act (id, partner_id, act, detail, reason, actor, at)
  select $1, partner_id, $3, $4, $5, $6, $7 from done returning id`
