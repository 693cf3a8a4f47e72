import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { ownPagesOnly } from '../../http/ownPagesOnly.ts'
import { ownPolicy, sandboxLanguage, show, text } from '../../pages/answer.ts'
import type { BuiltFiles } from '../../pages/builtFiles.ts'
import { frontPage } from '../../pages/frontPage.ts'
import { pageStyle } from '../../pages/pageStyle.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { mountPartnerPage } from '../partnerPage/mountPartnerPage.ts'
import { mountOutboxPage } from '../sandbox/outboxPage.ts'
import { mountSandboxCard } from '../sandbox/sandboxCard.ts'
import { mountSandboxClock } from '../sandbox/sandboxClock.ts'
import { mountSandboxFaults } from '../sandbox/sandboxFaults.ts'
import { mountSandboxPages } from '../sandbox/sandboxPages.ts'
import { mountSandboxWallet } from '../sandbox/sandboxWallet.ts'
import { mountBankPages } from './bankPages.ts'
import { mountBrandFiles } from './brandFiles.ts'
import { mountGuidePages } from './guidePages.ts'
import { mountLoaderFiles } from './loaderFiles.ts'
import { mountMailedCodePages } from './mailedCodePages.ts'
import { mountTransactionPage } from './transactionPage.ts'
import { mountVerificationPages } from './verificationPages.ts'
import { mountWidgetPages } from './widgetPages.ts'

/** Everything that answers a browser instead of an API's caller. */
export function mountPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores, files: BuiltFiles): void {
  app.get(pages.front, (c) => {
    return show(c, frontPage(sandboxLanguage(c)), ownPolicy)
  })
  app.get('/pages/page.css', (c) => text(c, 'text/css', pageStyle))
  if (exchange.mode === 'sandbox') app.use('/sandbox/*', ownPagesOnly(exchange))
  mountWidgetPages(app, exchange, stores, files)
  mountLoaderFiles(app, exchange.baseUrl, files)
  mountBrandFiles(app, exchange, files)
  mountGuidePages(app, files.guide)
  mountBankPages(app, exchange, stores)
  mountMailedCodePages(app, exchange, stores)
  mountVerificationPages(app, exchange, stores)
  mountOutboxPage(app, exchange, stores)
  mountPartnerPage(app, exchange, stores)
  mountTransactionPage(app, exchange)
  mountSandboxPages(app, exchange, stores)
  mountSandboxCard(app, exchange, stores)
  mountSandboxWallet(app, exchange)
  mountSandboxClock(app, exchange, stores)
  mountSandboxFaults(app, exchange, stores)
}
