import type { DoorEnv } from '@cambio/server/http/door.ts'
import { hasRepeatedMember } from '@cambio/wire/http/hasRepeatedMember.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import { ChangeAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Html } from '../../pages/Page.ts'
import { APPEARANCE_PATH, appearancePage } from '../../pages/partner/appearance.ts'
import type { Flash } from '../../pages/partner/frame.ts'
import type { Policy } from '../../pages/policy.ts'
import { partnerAccount } from '../../partner/partnerAccount.ts'
import type { Exchange } from '../../program/Exchange.ts'
import {
  flashOf,
  formOf,
  orShowAgain,
  readForm,
  saved,
  showScreen,
  type PageContext,
  type SignedInOnly,
  type Visit,
} from './PartnerPage.ts'

const LogoForm = z.object({ which: z.enum(['logo', 'logo_dark']), act: z.enum(['save', 'remove']) })

/** Lets the screen show the logos that are set. */
const logoPolicy: Policy = { 'img-src': ["'self'"] }

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
    signedInOnly(async (c, visit) => showScreen(c, await screenOf(visit, flashOf(c, saved)), logoPolicy)),
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
        policy: logoPolicy,
      })
    }),
  )

  app.post(
    `${APPEARANCE_PATH}/logo`,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          const { file, ...fields } = await multipartOf(c)
          const { which, act } = readForm(LogoForm, fields)
          const logo = act === 'remove' ? {} : { content: await base64Of(file) }
          await account.change(visit, readForm(ChangeAccount, { [which]: logo }))
          return c.redirect(`${APPEARANCE_PATH}?done=saved`, 303)
        },
        again: (flash) => screenOf(visit, flash),
        policy: logoPolicy,
      }),
    ),
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

/** The fields of a form with a file. @throws Refusal validation_failed */
async function multipartOf(c: PageContext): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await c.req.parseBody()
  } catch {
    throw new Refusal('validation_failed', 'The form could not be read; nothing was changed')
  }
}

/** The content of a file that was chosen in a form. @throws Refusal field_required */
async function base64Of(file: unknown): Promise<string> {
  if (file instanceof File && file.size > 0) return Buffer.from(await file.arrayBuffer()).toString('base64')
  throw fieldRefusal('field_required', ['file'], 'Choose a file; nothing was changed')
}
