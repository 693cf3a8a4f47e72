import { make } from './make.ts'

/** How long the widget may take to say hello before the buyer is shown another way in. */
const helloMs = 5_000
/** How long the exchange may take to answer what is asked about that. */
const askMs = 3_000

/** Why no widget answers: what can be mended, or that nobody knows. */
type Reason = 'origin_not_allowed' | 'request_unknown' | 'widget_silent'

/** What the buyer reads where the exchange cannot be asked for it in their language. */
const english = {
  lang: 'en',
  silent: 'The payment window is not responding. If you have paid, check your order before you pay again.',
  open: 'Open it in a new tab',
}

/**
 * Says so when the widget does not, and gives the buyer a way in: blocked by a policy or a blocker, or offline. What the
 * partner can mend is said as soon as the frame has loaded something else, and in the console.
 * @param url the widget's address, `/w/` and the request's id at the exchange's origin
 * @param locale the language to say it in, as a BCP 47 tag
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
    // For anyone who makes the page: in English, as the console is.
    console.error('Cambio:', answer[reason] ?? reason, location.origin)
    const link = make('a', { href, target: '_blank', textContent: open })
    notice.lang = lang
    notice.append(`${silent} (${reason}) `, ...(reason === 'request_unknown' ? [] : [link]))
  }
  function stop(): void {
    isDone = true
    clearTimeout(timer)
  }
  /** The members of what the exchange answers; none where it cannot be asked. */
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
