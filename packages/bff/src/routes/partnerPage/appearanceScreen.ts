import type { DoorEnv } from '@cambio/server/http/door.ts'
import { hasRepeatedMember } from '@cambio/wire/http/hasRepeatedMember.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import { ChangeAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import type { Hono } from 'hono'
import type { Html } from '../../pages/Page.ts'
import { APPEARANCE_PATH, appearancePage } from '../../pages/partner/appearance.ts'
import type { Flash } from '../../pages/partner/frame.ts'
import { partnerAccount } from '../../partner/partnerAccount.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { flashOf } from './endpointScreens.ts'
import { formOf, orShowAgain, readForm, showScreen, type SignedInOnly, type Visit } from './PartnerPage.ts'

/** The screen where a partner's contact sets how the widget looks. */
export function mountAppearanceScreen(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  signedInOnly: SignedInOnly,
): void {
  const account = partnerAccount(exchange)

  const screenOf = async ({ partner }: Visit, flash: Flash, enteredTheme?: string): Promise<Html> =>
    appearancePage({
      partner: partner.name,
      account: await account.show(partner.id),
      enteredTheme,
      flash,
    })

  app.get(
    APPEARANCE_PATH,
    signedInOnly(async (c, visit) => showScreen(c, await screenOf(visit, flashOf(c)))),
  )

  app.post(
    `${APPEARANCE_PATH}/theme`,
    signedInOnly(async (c, visit) => {
      const entered = (await formOf(c)).get('theme') ?? ''
      return orShowAgain(c, {
        async work() {
          const theme = entered.trim() === '' ? {} : jsonOf(entered)
          await account.change(visit, readForm(ChangeAccount, { theme }))
          return c.redirect(`${APPEARANCE_PATH}?done=saved`, 303)
        },
        again: (flash) => screenOf(visit, flash, entered),
      })
    }),
  )
}

/** @throws Refusal malformed_json */
function jsonOf(text: string): unknown {
  const refusal = (why: string) =>
    fieldRefusal('malformed_json', ['theme'], `The theme ${why}; nothing was changed`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('is not JSON')
  }
  if (hasRepeatedMember(text)) throw refusal('names a member twice')
  return value
}
