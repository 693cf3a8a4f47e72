import { join } from 'node:path'
import { routedToken } from '@cambio/exchange/cell/Cell.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { PasskeyAssertion, PasskeyName, PasskeyRegistration } from '@cambio/wire/passkey/Passkey.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { deviceName } from '../../authenticate/deviceName.ts'
import { keepPartnerSession } from '../../authenticate/partnerSession.ts'
import { passkeyBrowserOf, rememberPasskeyBrowser } from '../../authenticate/passkey/passkeyBrowser.ts'
import { readable, send } from '../../pages/answer.ts'
import { readBuiltFile } from '../../pages/BuiltFile.ts'
import type { Html } from '../../pages/Page.ts'
import type { Flash } from '../../pages/partner/frame.ts'
import {
  PASSKEY_SCRIPT,
  PASSKEY_SIGN_IN_PATH,
  passkeysPage,
  PASSKEYS_PATH,
} from '../../pages/partner/passkeys.ts'
import { partnerPasskeys } from '../../partner/partnerPasskeys.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import {
  flashOf,
  formOf,
  orShowAgain,
  passkeyPolicy,
  readForm,
  showScreen,
  type PageContext,
  type SignedInOnly,
  type Visit,
} from './PartnerPage.ts'
import { showSignIn } from './signInScreens.ts'

const script = join(import.meta.dirname, '../../../browser/passkeys.js')

/** The messages after an act, by the word in the address. */
const done: Readonly<Record<string, string>> = {
  added: 'The passkey was added. It signs you in the next time.',
  removed: 'The passkey was removed. Delete it on your device as well.',
}

const AddForm = z.object({ name: PasskeyName })

/** The screens where a partner's contact adds and removes passkeys, and signs in by one. */
export function mountPasskeyScreens(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  stores: Stores,
  signedInOnly: SignedInOnly,
): void {
  const passkeys = partnerPasskeys(exchange, stores)
  const screenOf = async (c: PageContext, visit: Visit, flash: Flash): Promise<Html> =>
    passkeysPage({
      partner: visit.partner.name,
      passkeys: await passkeys.list(visit),
      current: visit.passkeyId,
      suggestedName: deviceName(c.req.header('user-agent')),
      flash,
    })

  app.get(PASSKEY_SCRIPT, async (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return send(c, await readBuiltFile(script))
  })

  app.get(
    PASSKEYS_PATH,
    signedInOnly(async (c, visit) =>
      showScreen(c, await screenOf(c, visit, flashOf(c, done)), passkeyPolicy),
    ),
  )
  app.post(
    `${PASSKEYS_PATH}/options`,
    signedInOnly(async (c, visit) => c.json(await passkeys.askToAdd(visit))),
  )
  app.post(
    PASSKEYS_PATH,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          const form = await formOf(c)
          const { name } = readForm(AddForm, { name: form.get('name') })
          const credential = z.safeParse(PasskeyRegistration, answerIn(form))
          if (!credential.success)
            throw new Refusal('validation_failed', 'The browser sent no passkey; nothing was added')
          await passkeys.add(visit, { name, credential: credential.data })
          return c.redirect(`${PASSKEYS_PATH}?done=added`, 303)
        },
        again: (flash) => screenOf(c, visit, flash),
        policy: passkeyPolicy,
      }),
    ),
  )
  app.post(
    `${PASSKEYS_PATH}/:passkey/remove`,
    readable,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          await passkeys.remove(visit, c.req.param('passkey'))
          return c.redirect(`${PASSKEYS_PATH}?done=removed`, 303)
        },
        again: (flash) => screenOf(c, visit, flash),
        policy: passkeyPolicy,
      }),
    ),
  )

  app.post(`${PASSKEY_SIGN_IN_PATH}/options`, async (c) => {
    const browser = routedToken(exchange, 160)
    rememberPasskeyBrowser(c, browser, exchange.baseUrl)
    return c.json(await passkeys.askToSignIn(browser))
  })
  app.post(PASSKEY_SIGN_IN_PATH, async (c) => {
    const browser = passkeyBrowserOf(c)
    const assertion = z.safeParse(PasskeyAssertion, answerIn(await formOf(c)))
    const isAsked = browser !== undefined && assertion.success
    const signedIn = isAsked ? await passkeys.signIn(browser, assertion.data) : undefined
    if (!signedIn) {
      exchange.log.warn('a passkey did not sign a partner in')
      c.status(403)
      return showSignIn(
        c,
        exchange,
        'This passkey did not sign you in: it was removed here, or it took too long. Try again, or use the mailed link.',
      )
    }
    exchange.log.info('a partner signed in', { partnerId: signedIn.partnerId })
    keepPartnerSession(c, signedIn.session, exchange.baseUrl)
    return c.redirect(pages.partner, 303)
  })
}

/** The browser's answer about a passkey, from the form; undefined if it is not JSON. */
function answerIn(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('credential') ?? '')
  } catch {
    return undefined
  }
}
