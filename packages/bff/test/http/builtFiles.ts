import { join } from 'node:path'
import { compressible } from '@cambio/server/http/Compressible.ts'
import type { BuiltFiles } from '../../src/pages/builtFiles.ts'
import { guideFiles } from '../../src/pages/guide/guideFiles.ts'

/** What a build would have left, in a line each. */
const file = (type: string, text: string) => ({ type, ...compressible(Buffer.from(text)) })
const etherForEuros = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '100.00',
  payout_currency: 'ETH',
  payout_group: 'crypto',
} as const
export const builtFiles: BuiltFiles = {
  index: file(
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><head><title>widget</title><!--theme--></head><div id="widget"><!--standing--></div><!--opening-->',
  ),
  assets: new Map([['main-abc.js', file('text/javascript; charset=utf-8', 'export {}')]]),
  firstScreen: async () => ({
    draw: async (_, [locale]) => {
      const lang = locale === 'ar' ? 'ar' : 'en'
      const words = { tag: lang, messages: { continue: 'متابعة' }, whole: false } as const
      return { html: '<main>drawn</main>', lang, words }
    },
    quoteRequestOf: ({ order_state }) => (order_state ? null : etherForEuros),
  }),
  loader: file('text/javascript; charset=utf-8', 'window.Cambio = {}'),
  formerLoaders: [file('text/javascript; charset=utf-8', 'window.Cambio = null')],
  guide: guideFiles(join(import.meta.dirname, '../../../guide/dist')),
  fonts: new Map([['inter-latin.woff2', new Uint8Array([119, 79, 70, 50])]]),
}
