import { join } from 'node:path'
import { readCatalogues } from '@cambio/server/language/readCatalogues.ts'
import { languageOfTag } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import en from '../../frame/messages/en.ts'
import type { MeansView } from '../means/MeansView.ts'
import type { BuiltFrame } from './BuiltFrame.ts'
import type { FieldsFrameSession } from './FieldsVault.ts'
import type { PageData } from './PageData.ts'
import { testCards } from './testCards.ts'
import { walletPart } from './walletPart.ts'

const catalogues = readCatalogues<keyof typeof en>(join(import.meta.dirname, '../../frame/messages'), en)

/** The frame's document. It contains data for its script, and no inline script or style. */
export function framePage(session: FieldsFrameSession, nonce: string, frame: BuiltFrame) {
  const data: PageData = {
    session_id: session.id,
    nonce,
    parent_origin: session.parentOrigin,
    state: session.state,
    theme: session.theme,
    language: languageOf(session),
    test_cards: session.sandbox && session.storedCard === null ? [...testCards] : [],
    ...(session.storedCard && { stored_card: shownCard(session.storedCard) }),
    ...(session.mayStore && { may_store: true }),
    ...(session.wallets && { wallets: session.wallets }),
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="fields-session" content="${JSON.stringify(data)}" />
        <title>Card details</title>
        <script type="module" src="${frame.script}"></script>
      </head>
      <body>
        ${session.wallets && walletPart(session.wallets)}
        <noscript>Switch on JavaScript to enter your card details.</noscript>
      </body>
    </html>`
}

function shownCard({ brand, mask, expiry }: MeansView): PageData['stored_card'] {
  const { month, year } = expiry
  return { ...(brand && { brand }), last_digits: mask.slice(-4), exp_month: month, exp_year: year }
}

function languageOf({ locale }: FieldsFrameSession): PageData['language'] {
  const tag = languageOfTag(locale ?? 'en') ?? 'en'
  return { tag, messages: catalogues[tag] }
}

/**
 * What the frame may do and who may embed it. Everything is loaded from and sent to the platform's own origin; a form
 * cannot be posted anywhere, and no markup can be made from text. The two cross-origin headers let a page that is
 * itself isolated embed the frame.
 */
export function frameHeaders({
  ancestors,
  wallets,
}: Pick<FieldsFrameSession, 'ancestors' | 'wallets'>): Record<string, string> {
  const above = ancestors.filter((ancestor) => origin.test(ancestor))
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      // The sheet of a wallet that the sandbox simulates.
      ...(Object.values(wallets ?? {}).includes('simulated') ? ["frame-src 'self'"] : []),
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${above.length > 0 ? above.join(' ') : "'none'"}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': [
      ...denied.map((feature) => `${feature}=()`),
      wallets === null ? 'payment=()' : 'payment=(self)',
    ].join(', '),
    'Referrer-Policy': 'no-referrer',
  }
}

/** An origin that is safe in a policy: it cannot end the directive and begin another. */
const origin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

const denied = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
