import { partnerPaidOut } from '@cambio/exchange/books/partnerPaidOut.ts'
import * as Settlement from '@cambio/exchange/books/Settlement.ts'
import type { PartnerWrites } from '@cambio/exchange/operator/partner/PartnerWrites.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { CATALOGUE_CHANNEL } from '../catalogue.ts'
import { keepLogos } from '../logos.ts'
import { partnerStore, sealCallbackSecret, sealSecret } from '../partners.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { isViolation } from '../violation.ts'

/** What the operator's verbs write about partners, inside a transaction. */
export function partnerWrites(deps: StoreDeps): PartnerWrites {
  const { query, keys, now } = deps
  const isChanged = async (name: string, text: string, values: readonly unknown[]): Promise<boolean> =>
    (await query({ name, text, values })).length > 0
  return {
    async keyOwnerOf(name, except) {
      const [keyOwner] = await query<{ api_key: string }>({
        name: 'partner_of_name',
        text: 'select api_key from partner where name = $1 and ($2::text is null or id <> $2) limit 1',
        values: [name, except],
      })
      return keyOwner?.api_key
    },
    async nameOf(partnerId) {
      const partner = await partnerStore(deps).find(partnerId)
      if (!partner) throw new Error(`There is no partner ${partnerId}`)
      return partner.name
    },
    make: (partner) => partnerStore(deps).put(partner),
    async update(partnerId, changes) {
      const { logo, logoDark, ...plain } = changes
      await keepLogos({ query, now }, [logo, logoDark])
      const values = {
        ...plain,
        ...(logo !== undefined && { logo: logo?.name ?? null }),
        ...(logoDark !== undefined && { logoDark: logoDark?.name ?? null }),
      }
      const columns = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [columnOf[name] ?? name, value]),
      )
      const [updated] = await query<{ detail: object }>({
        wakes: [CATALOGUE_CHANNEL],
        name: 'partner_update',
        text: UPDATE,
        values: [partnerId, JSON.stringify(columns)],
      })
      if (!updated) throw new Error(`There is no partner ${partnerId}`)
      return updated.detail
    },
    async formerHoldsUntil(partnerId, which) {
      const values = [partnerId, now(), which.has('apiKey'), which.has('secret'), which.has('callbackSecret')]
      const [row] = await query<{ until: Date | null }>({
        name: 'partner_former_until',
        text: FORMER,
        values,
      })
      return row?.until ?? null
    },
    async rotate(partnerId, { apiKey, secret, callbackSecret }, formerUntil) {
      const values = [
        partnerId,
        formerUntil,
        apiKey ?? null,
        secret === undefined ? null : sealSecret(keys, partnerId, secret),
        callbackSecret === undefined ? null : sealCallbackSecret(keys, partnerId, callbackSecret),
      ]
      await query({ name: 'partner_rotate', text: ROTATE, values })
    },
    suspend: (partnerId) => isChanged('partner_suspend', SUSPEND, [partnerId, now()]),
    resume: (partnerId) => isChanged('partner_resume', RESUME, [partnerId]),
    async settleTo(partnerId, settlement) {
      const text = 'update partner set settlement = $2 where id = $1'
      await query({ name: 'partner_settle_to', text, values: [partnerId, settlement] })
    },
    async signOut(partnerId, clientId) {
      const [ended] = await query<{ sessions: bigint; tokens: bigint }>({
        name: 'partner_sign_out',
        text: SIGN_OUT,
        values: [partnerId, clientId],
      })
      return { sessions: Number(ended?.sessions ?? 0n), loginTokens: Number(ended?.tokens ?? 0n) }
    },
    unlockWithdrawals: (partnerId, clientId) =>
      isChanged('partner_unlock_withdrawals', UNLOCK_WITHDRAWALS, [partnerId, clientId, now()]),
    payOut: (payment) => whereCovered(() => postJournals(query, [partnerPaidOut(payment)], now())),
    async payByBank({ id, partnerId, amount, iban, name }) {
      const { units, currency } = amount
      await query({
        name: 'partner_pay_by_bank',
        text: PAY_BY_BANK,
        values: [id, partnerId, units, currency, name, iban, now()],
      })
      return whereCovered(() => postJournals(query, [Settlement.ordered({ id, partnerId, amount })], now()))
    },
  }
}

/** Books, and returns false where the balance is too small: then the transaction is to be undone. */
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
  leastSignatureVersion: 'least_signature_version',
  allowedAddresses: 'allowed_addresses',
  firstOrderFree: 'first_order_free',
  identifiesClients: 'identifies_clients',
  attemptCallbacks: 'attempt_callbacks',
  contactEmail: 'contact_email',
  logoDark: 'logo_dark',
}

const PAY_BY_BANK = `
  insert into bank_payment (id, partner_id, units, currency, name, iban, remittance, created_at)
  values ($1, $2, $3, $4, $5, $6, 'Settlement ' || $1, $7)`

/** Answers with each changed value beside the one before. */
const UPDATE = `
  with before as (select p, jsonb_populate_record(p, $2::jsonb) as n from partner p where id = $1 for update)
  update partner set name = (n).name, origins = (n).origins, callback_url = (n).callback_url,
    callback_version = (n).callback_version, require_timestamp = (n).require_timestamp,
    first_order_free = (n).first_order_free, statuses = (n).statuses,
    least_signature_version = (n).least_signature_version, allowed_addresses = (n).allowed_addresses,
    identifies_clients = (n).identifies_clients, attempt_callbacks = (n).attempt_callbacks,
    contact_email = (n).contact_email,
    code_url_held = code_url_held and not $2::jsonb ? 'callback_url',
    theme = (n).theme, logo = (n).logo, logo_dark = (n).logo_dark,
    callbacks_off_at = case when (n).callback_url is not distinct from partner.callback_url then callbacks_off_at end
  from before where partner.id = $1
  returning (
    select jsonb_object_agg(key, jsonb_build_object('before', to_jsonb(before.p) -> key, 'after', value))
    from jsonb_each($2::jsonb)) as detail`

const FORMER = `
  select greatest(
    case when $3::bool and former_api_key_until > $2 then former_api_key_until end,
    case when $4::bool and former_secret_until > $2 then former_secret_until end,
    case when $5::bool and former_callback_secret_until > $2 then former_callback_secret_until end) as until
  from partner where id = $1 for no key update`

const ROTATE = `
  update partner set
    former_api_key = case when $3::text is null then former_api_key else api_key end,
    former_api_key_until = case when $3::text is null then former_api_key_until else $2::timestamptz end,
    api_key = coalesce($3, api_key),
    former_secret_sealed = case when $4::bytea is null then former_secret_sealed else secret_sealed end,
    former_secret_until = case when $4::bytea is null then former_secret_until else $2::timestamptz end,
    secret_sealed = coalesce($4, secret_sealed),
    former_callback_secret_sealed =
      case when $5::bytea is null then former_callback_secret_sealed else callback_secret_sealed end,
    former_callback_secret_until =
      case when $5::bytea is null then former_callback_secret_until else $2::timestamptz end,
    callback_secret_sealed = coalesce($5, callback_secret_sealed)
  where id = $1`

const SUSPEND = 'update partner set suspended_at = $2 where id = $1 and suspended_at is null returning id'

const RESUME =
  'update partner set suspended_at = null where id = $1 and suspended_at is not null and moved_to is null returning id'

const SIGN_OUT = `
  with sessions as (
    delete from session s using client c
    where c.id = s.client_id and c.partner_id = $1 and ($2::text is null or c.id = $2) returning 1
  ),
  tokens as (
    delete from login_token t using client c
    where c.id = t.client_id and c.partner_id = $1 and ($2::text is null or c.id = $2) returning 1
  ),
  -- Whoever is signing in at this moment has read the version before, and opens nothing.
  changed as (
    update client set credentials_version = credentials_version + 1
    where partner_id = $1 and ($2::text is null or id = $2)
  )
  select (select count(*) from sessions) as sessions, (select count(*) from tokens) as tokens`

/** Earlier wrong codes no longer count: otherwise the next one would lock the withdrawals again. */
const UNLOCK_WITHDRAWALS = `
  with done as (
    update client set withdrawals_locked_until = null
    where id = $2 and partner_id = $1 and withdrawals_locked_until > $3 returning id
  ),
  forgotten as (delete from wrong_withdrawal_code where client_id = $2 and exists (select from done))
  select id from done`
