import { chart } from '@cambio/exchange/books/chart.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { OVERLAP_HOURS } from '@cambio/wire/partner/CallbackEndpoint.ts'
import {
  ChangeAccount,
  RequestLogQuery,
  RotateCredentials,
  StatementRow,
  type StatementQuery,
} from '@cambio/wire/partner/PartnerAccount.ts'
import type { Hono } from 'hono'
import { rowsAnswer } from '../../http/rowsAnswer.ts'
import { readable } from '../../pages/answer.ts'
import type { Html } from '../../pages/Page.ts'
import { secretPage } from '../../pages/partner/endpoints.ts'
import type { Flash } from '../../pages/partner/frame.ts'
import { moneyPage } from '../../pages/partner/money.ts'
import { requestsPage } from '../../pages/partner/requests.ts'
import { settingsPage } from '../../pages/partner/settings.ts'
import { partnerAccount } from '../../partner/partnerAccount.ts'
import { partnerStatement } from '../../partner/partnerStatement.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { listBalances } from '../balances.ts'
import { reportLimit } from '../partner/reportLimit.ts'
import {
  flashOf,
  formOf,
  orShowAgain,
  readForm,
  saved,
  showScreen,
  type SignedInOnly,
  type Visit,
} from './PartnerPage.ts'

const SHOWN_AT_ONCE = 50
const MOST_LINES = 200

/** The screens of a partner's settings, balances and requests. */
export function mountAccountScreens(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  stores: Stores,
  signedInOnly: SignedInOnly,
): void {
  const account = partnerAccount(exchange)
  const reports = reportLimit()

  const settingsScreen = async ({ partner }: Visit, flash?: Flash, enteredOrigins?: string): Promise<Html> =>
    settingsPage({ partner: partner.name, account: await account.show(partner.id), enteredOrigins, flash })

  app.get(
    `${pages.partner}/settings`,
    signedInOnly(async (c, visit) => showScreen(c, await settingsScreen(visit, flashOf(c, saved)))),
  )

  app.post(
    `${pages.partner}/origins`,
    signedInOnly(async (c, visit) => {
      const entered = (await formOf(c)).get('origins') ?? ''
      return orShowAgain(c, {
        async work() {
          const origins = entered.split(/\s+/).filter((line) => line !== '')
          await account.change(visit, readForm(ChangeAccount, { origins }))
          return c.redirect(`${pages.partner}/settings?done=saved`, 303)
        },
        again: (flash) => settingsScreen(visit, flash, entered),
      })
    }),
  )

  app.post(
    `${pages.partner}/credentials`,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          const form = await formOf(c)
          const [which, hours] = [form.get('which'), form.get('overlap_hours')]
          const asked = readForm(RotateCredentials, { which, overlap_hours: hours })
          const overlap = asked.overlap_hours ?? OVERLAP_HOURS
          const {
            api_key: key,
            secret,
            former_until: until,
          } = await account.rotate(visit, asked.which, overlap)
          const made = [
            ...(key === null ? [] : [['API key', key] as const]),
            ...(secret === null ? [] : [['Secret', secret] as const]),
          ]
          return showScreen(
            c,
            secretPage({
              partner: visit.partner.name,
              title: 'New credentials',
              secrets: made,
              note: `The old credentials are valid until ${until.slice(0, 19)} UTC.`,
              next: `${pages.partner}/settings`,
              tab: 'settings',
            }),
          )
        },
        again: (flash) => settingsScreen(visit, flash),
      }),
    ),
  )

  app.get(
    `${pages.partner}/requests`,
    readable,
    signedInOnly(async (c, { partner }) => {
      const { only = '', cursor = '' } = c.req.query()
      const query = readForm(RequestLogQuery, { only, cursor })
      const list = await account.requests(partner.id, { ...query, rows: SHOWN_AT_ONCE })
      const older = list.next_cursor && new URLSearchParams({ only, cursor: list.next_cursor }).toString()
      return showScreen(
        c,
        requestsPage({
          partner: partner.name,
          requests: list.data,
          isFailedOnly: query.only === 'failed',
          older,
        }),
      )
    }),
  )

  app.get(
    `${pages.partner}/money`,
    readable,
    signedInOnly(async (c, { partner }) => {
      const month = monthOf(c.req.query('month'), exchange.clock.now())
      const rows: StatementRow[] = []
      for await (const batch of partnerStatement(exchange, partner.id, rangeOf(month))) {
        rows.push(...batch)
        if (rows.length > MOST_LINES) break
      }
      return showScreen(
        c,
        moneyPage({
          partner: partner.name,
          balances: await listBalances(stores, chart.partnerBalance(partner.id)),
          month,
          rows: rows.slice(0, MOST_LINES),
          isCut: rows.length > MOST_LINES,
        }),
      )
    }),
  )

  app.get(
    `${pages.partner}/statement.csv`,
    readable,
    signedInOnly(async (c, { partner }) => {
      const month = monthOf(c.req.query('month'), exchange.clock.now())
      const rows = reports.oneOf(partner.id, partnerStatement(exchange, partner.id, rangeOf(month)))
      const headers = { 'Content-Disposition': `attachment; filename="statement-${month}.csv"` }
      return rowsAnswer(rows, {
        format: 'csv',
        row: StatementRow,
        headers,
        check: () => {},
        report: (error) => exchange.log.error('a statement ended early', { error }),
      })
    }),
  )
}

/** The requested month, or the current one, as `YYYY-MM`. */
function monthOf(asked: string | undefined, now: Date): string {
  return asked !== undefined && /^2\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : now.toISOString().slice(0, 7)
}

/** The range from the beginning of a month to the beginning of the next, UTC. */
function rangeOf(month: string): StatementQuery {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const [from, until] = [Date.UTC(year, number - 1), Date.UTC(year, number)]
  return { from: String(from / 1_000), until: String(until / 1_000) }
}
