import { make } from './make.ts'

/** How long the widget may take to send its hello before the buyer is offered another way in. */
const helloMs = 5_000
/** How long the exchange may take to answer the question about that. */
const askMs = 3_000

/** Why the widget does not answer: a reason that can be fixed, or unknown. */
type Reason = 'origin_not_allowed' | 'request_unknown' | 'widget_silent'

/** What the buyer reads if the exchange does not answer in their language. */
const english = {
  lang: 'en',
  silent: 'The payment window is not responding. If you have paid, check your order before you pay again.',
  open: 'Open it in a new tab',
}

/**
 * Reports that the widget does not answer, because it is offline or blocked by a policy or an extension, and offers the
 * buyer another way in. What the partner can fix is reported as soon as the frame has loaded something else, and on the
 * console.
 * @param url the widget's address, `/w/` and the request's id at the exchange's origin
 * @param locale the language of the report, as a BCP 47 tag
 */
export function watchSilence(
  box: Element,
  { href, origin, pathname }: URL,
  locale: string,
  onSilent: (reason: Reason) => void,
): { ask: () => Promise<void>; end: () => void } {
  const notice = make('p', { role: 'alert' })
  box.prepend(notice)
  let isDone = false
  const timer = setTimeout(() => void say('widget_silent'), helloMs)
  async function say(reason: Reason): Promise<void> {
    if (isDone) return
    stop()
    onSilent(reason)
    const answer = await answerOf(`/embed/v1/words/${locale}`)
    const { lang, silent, open } = { ...english, ...answer }
    // For the page's developer: in English, as the console is.
    console.error('Cambio:', answer[reason] ?? reason, location.origin)
    const link = make('a', { href, target: '_blank', textContent: open })
    notice.lang = lang
    notice.append(`${silent} (${reason}) `, ...(reason === 'request_unknown' ? [] : [link]))
  }
  function stop(): void {
    isDone = true
    clearTimeout(timer)
  }
  /** The members of the exchange's answer; none where it cannot be reached. */
  async function answerOf(path: string): Promise<Readonly<Record<string, unknown>>> {
    try {
      const answer = await fetch(origin + path, { signal: AbortSignal.timeout(askMs) })
      return Object(await answer.json())
    } catch {
      return {}
    }
  }
  return {
    async ask() {
      const id = pathname.slice('/w/'.length)
      const { code, is_allowed } = await answerOf(`/api/v2/public/embedding/${id}?origin=${location.origin}`)
      if (code === 'request_unknown') await say(code)
      if (is_allowed === false) await say('origin_not_allowed')
    },
    end() {
      stop()
      notice.remove()
    },
  }
}
