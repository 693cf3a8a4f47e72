import * as z from 'zod/mini'
import { Status } from '../order/Order.ts'
import { marker, steps } from './framing.ts'

export { marker, version } from './framing.ts'

/*
 * How a partner's page and the widget in its iframe communicate.
 *
 *   partner's page (loader)                          widget (exchange's origin)
 *     |  <iframe src = {base_url}/w/{request_id}>       |
 *     |  <--------------- hello {v} ------------------- |  window.postMessage; the only message to '*': it says nothing
 *     |  -- init {v, locale, appearance, theme} + port >|  window.postMessage, target = the exchange's origin
 *     |  <===== ready, language, resize, ... ======  |  on the port
 *     |  ===== appearance, theme, locale, close =====>  |  on the port
 *
 * The page takes hello from its own iframe's window and the exchange's origin only, once. The widget takes the first
 * init, from its parent window and from an origin on the partner's list. Unknown kinds are ignored, so versions only
 * add. What the page hears about an order is a hint; the signed callback to its server is the truth.
 */

export const Hello = z.object({ channel: z.literal(marker), kind: z.literal('hello'), v: z.int() })
export type Hello = z.infer<typeof Hello>

export const Appearance = z.enum(['light', 'dark', 'system'])
export type Appearance = z.infer<typeof Appearance>

/**
 * A theme as a page sends it. The widget checks it by `Theme` when it needs it, so that its first screen has no schema.
 */
const SentTheme = z.record(z.string(), z.unknown())

export const Init = z.object({
  channel: z.literal(marker),
  kind: z.literal('init'),
  v: z.int(),
  locale: z.optional(z.string().check(z.maxLength(35))),
  appearance: z.optional(Appearance),
  theme: z.optional(SentTheme),
  /** Whether the widget is a dialog over the page, and so can be closed. */
  modal: z.optional(z.boolean()),
})
export type Init = z.infer<typeof Init>

export const Step = z.enum(steps)
export type Step = z.infer<typeof Step>

/** Messages from the widget to the page. */
export const FromWidget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('resize'), height: z.number().check(z.minimum(0), z.maximum(10_000)) }),
  z.object({ kind: z.literal('step'), step: Step }),
  /** The widget's language, for what the loader draws around it; not an event for the page itself. */
  z.object({
    kind: z.literal('language'),
    tag: z.string(),
    title: z.string(),
    close: z.string(),
  }),
  z.object({ kind: z.literal('order'), client_order_id: z.string(), status: Status }),
  z.object({ kind: z.literal('close') }),
  z.object({ kind: z.literal('error'), code: z.string(), money_moved: z.enum(['no', 'yes', 'checking']) }),
])
export type FromWidget = z.infer<typeof FromWidget>

/** Messages from the page to the widget. */
export const ToWidget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('appearance'), appearance: Appearance }),
  /** An empty theme removes what the page has set. */
  z.object({ kind: z.literal('theme'), theme: SentTheme }),
  z.object({ kind: z.literal('locale'), locale: z.string().check(z.maxLength(35)) }),
  z.object({ kind: z.literal('close') }),
])
export type ToWidget = z.infer<typeof ToWidget>
