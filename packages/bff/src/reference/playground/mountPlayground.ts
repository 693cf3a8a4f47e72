import type { DoorEnv } from '@cambio/server/http/door.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { FromWidget } from '@cambio/wire/widget/Frame.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { bodyText, receiveBody } from '../../http/bodyText.ts'
import { ownPagesOnly } from '../../http/ownPagesOnly.ts'
import { readBody } from '../../http/readBody.ts'
import { show } from '../../pages/answer.ts'
import type { Exchange } from '../../program/Exchange.ts'

const Name = z.string().check(z.maxLength(64))
const Text = z.string().check(z.maxLength(1024))
/** The parameters as they are typed, right or wrong: texts, metadata, and a theme with its parts. */
const Fields = z.record(Name, z.union([Text, z.record(Name, z.union([Text, z.record(Name, Text)]))]))

/**
 * Puts the playground on the app of a sandbox: the page, and the programs that make the request that it shows. Their code
 * is imported when it is first requested, like the reference's.
 */
export function mountPlayground(app: Hono<DoorEnv>, exchange: Exchange): void {
  app.use(`${pages.playground}/*`, ownPagesOnly(exchange))
  app.get(pages.playground, async (c) => {
    const { playgroundPage } = await import('./playgroundPage.ts')
    return show(c, playgroundPage(), {
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'"],
    })
  })
  app.post(`${pages.playground}/samples`, async (c) => {
    const fields = z.parse(Fields, readBody(bodyText(c, await receiveBody(c, 'text'))))
    const [{ callSample }, { samples }] = await Promise.all([
      import('../samples/SampleCall.ts'),
      import('../samples/samples.ts'),
    ])
    const route = contract.partner.createRequest
    const call = callSample(exchange, 'partner.createRequest', route, { params: {}, query: {}, body: fields })
    return c.json(
      Object.fromEntries(Object.entries(samples).map(([language, { write }]) => [language, write(call)])),
    )
  })
  // What the widget says is held to its schema here: the page has no schemas.
  app.post(`${pages.playground}/events`, async (c) => {
    const event = readBody(bodyText(c, await receiveBody(c, 'text')))
    const issues = FromWidget.safeParse(event).error?.issues ?? []
    return c.json({ faults: issues.map(({ path, message }) => `/${path.join('/')}: ${message}`) })
  })
}
