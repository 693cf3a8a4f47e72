import { rotateOwnCredentials } from '@cambio/exchange/operator/partner/rotateCredentials.ts'
import { updatePartner } from '@cambio/exchange/operator/partner/updatePartner.ts'
import { dateFrom, datetime } from '@cambio/exchange/order/time.ts'
import type { LogoFile } from '@cambio/exchange/partner/Brand.ts'
import { readLogo } from '@cambio/exchange/partner/readLogo.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import {
  MOST_REQUESTS,
  REQUESTS,
  type ChangeAccount,
  type LogoInput,
  type PartnerAccount,
  type RequestLogPage,
  type RequestLogQuery,
  type RotateCredentials,
  type RotatedCredentials,
} from '@cambio/wire/partner/PartnerAccount.ts'
import { logoPath } from '../brand/logoPath.ts'
import { themeCorrections } from '../brand/themeCorrections.ts'
import { operatorDeps } from '../operator/operatorDeps.ts'
import type { Exchange } from '../program/Exchange.ts'
import { listCursors, invalidCursor } from '../routes/partner/listCursor.ts'
import { listRequests, REQUESTS_KEPT_MS } from '../store/partnerRequests.ts'
import { showPartner, type PartnerRecord } from '../store/read/partner/partners.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { rotationOpen } from './callbackEndpoints.ts'
import type { PartnerActor } from './PartnerActor.ts'

const HOUR_MS = 60 * 60 * 1_000

/** Shows a partner its settings and lets it change its own, by its key or on its page. */
export function partnerAccount(exchange: Exchange) {
  const { mode, clock, database, keys, requestLog } = exchange
  const storeDeps = storeDepsOf(exchange)
  const acts = operatorDeps({ ...storeDeps, mode })

  const show = async (partnerId: string): Promise<PartnerAccount> =>
    accountOf(await showPartner(storeDeps, partnerId))

  return {
    show,

    /** @throws Refusal validation_failed for a page without TLS in live, or a logo that is not accepted */
    async change(
      { partner, reason }: PartnerActor,
      { origins, theme, logo, logo_dark: logoDark }: ChangeAccount,
    ): Promise<PartnerAccount> {
      const plain = origins?.find((origin) => !origin.startsWith('https:'))
      if (mode === 'live' && plain !== undefined)
        throw fieldRefusal(
          'validation_failed',
          ['origins'],
          `Live shows the widget on pages over https alone, not on ${plain}; nothing was changed`,
        )
      const changes = {
        ...(origins && { origins: [...new Set(origins)] }),
        ...(theme && { theme: Object.keys(theme).length > 0 ? theme : null }),
        ...(logo && { logo: logoOf('logo', logo) }),
        ...(logoDark && { logoDark: logoOf('logo_dark', logoDark) }),
      }
      await updatePartner(acts, { partnerId: partner.id, changes, actor: partner.name, reason })
      return show(partner.id)
    },

    /** @throws Refusal rotation_open */
    async rotate(
      { partner, reason }: PartnerActor,
      which: RotateCredentials['which'],
      overlapHours: number,
    ): Promise<RotatedCredentials> {
      const named = { api_key: ['apiKey'], secret: ['secret'], both: ['apiKey', 'secret'] } as const
      const outcome = await rotateOwnCredentials(acts, {
        partnerId: partner.id,
        which: new Set(named[which]),
        overlapMs: overlapHours * HOUR_MS,
        actor: partner.name,
        reason,
      })
      if (outcome.is === 'refused') throw rotationOpen(outcome.until)
      const { fresh, formerUntil } = outcome.done
      return {
        api_key: fresh.apiKey ?? null,
        secret: fresh.secret ?? null,
        former_until: datetime(formerUntil),
      }
    },

    /** Requests of the last 7 days, newest first. @throws Refusal validation_failed */
    async requests(partnerId: string, query: RequestLogQuery): Promise<RequestLogPage> {
      const { only, from, until, rows = REQUESTS, cursor } = query
      await requestLog.flush()
      const cursors = listCursors(keys, `requests of ${partnerId}`)
      const list = JSON.stringify([only ?? null, from ?? null, until ?? null])
      const read = cursor === undefined ? null : cursors.open(cursor)
      if (read && read.list !== list) throw invalidCursor()
      const kept = new Date(clock.now().getTime() - REQUESTS_KEPT_MS)
      const asked = timeOf(from)
      const most = Math.min(rows, MOST_REQUESTS)
      const found = await listRequests(database.query, {
        partnerId,
        isFailed: only === 'failed',
        from: asked !== null && asked > kept ? asked : kept,
        until: timeOf(until),
        place: read && read.place,
        rows: most + 1,
      })
      const last = found.length > most ? found[most - 1] : undefined
      return {
        data: found.slice(0, most).map(({ at, method, path, status, durationMs, requestId, code }) => ({
          at: datetime(at),
          method,
          path,
          status,
          duration_ms: durationMs,
          request_id: requestId,
          code,
        })),
        next_cursor: last === undefined ? null : cursors.seal({ place: last.place, list }),
      }
    },
  }
}

function accountOf(partner: PartnerRecord): PartnerAccount {
  return {
    name: partner.name,
    origins: [...partner.origins],
    contact_email: partner.contactEmail,
    theme: partner.theme,
    theme_corrections: themeCorrections(partner.theme),
    logo: logoPath(partner.logo),
    logo_dark: logoPath(partner.logoDark),
    callback_version: partner.callbackVersion,
    statuses: partner.statuses,
    settlement: partner.settlement,
    first_order_free: partner.firstOrderFree,
    require_timestamp: partner.requireTimestamp,
    least_signature_version: partner.leastSignatureVersion,
    allowed_addresses: [...partner.allowedAddresses],
    api_key: partner.apiKey,
    former_api_key_until: partner.formerApiKeyUntil && datetime(partner.formerApiKeyUntil),
    former_secret_until: partner.formerSecretUntil && datetime(partner.formerSecretUntil),
    created_at: datetime(partner.createdAt),
  }
}

/** @throws Refusal validation_failed */
function logoOf(field: string, { content }: LogoInput): LogoFile | null {
  if (content === undefined) return null
  const logo = readLogo(Buffer.from(content, 'base64'))
  if (typeof logo !== 'string') return logo
  throw fieldRefusal('validation_failed', [field], `The logo is not accepted; nothing was changed. ${logo}`)
}

function timeOf(timestamp: string | undefined): Date | null {
  return timestamp === undefined ? null : dateFrom(timestamp)
}
