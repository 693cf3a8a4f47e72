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
 * @param locale the language to say it in, as a BCP 47 tag
 */
export function watchSilence(
  box: Element,
  { href, origin, pathname }: URL,
  locale: string,
  onSilent: (reason: Reason) => void,
): { ask: () => Promise<void>; end: () => void } {
  const notice = document.createElement('p')
  notice.role = 'alert'
  box.prepend(notice)
  let isDone = false
  const timer = setTimeout(() => void say('widget_silent'), helloMs)
  async function say(reason: Reason): Promise<void> {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    onSilent(reason)
    const words = await answerOf(`${origin}/embed/v1/words/${encodeURIComponent(locale)}`)
    const text = (name: keyof typeof english) => {
      const word = words[name]
      return typeof word === 'string' ? word : english[name]
    }
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = text('open')
    notice.lang = text('lang')
    notice.append(text('silent'), ` (${reason}) `, ...(reason === 'request_unknown' ? [] : [link]))
  }
  return {
    async ask() {
      if (isDone) return
      const page = encodeURIComponent(location.origin)
      const path = `/api/v2/public/embedding/${pathname.slice(pathname.lastIndexOf('/') + 1)}`
      const { code, is_allowed } = await answerOf(`${origin}${path}?origin=${page}`)
      if (isDone) return
      if (code === 'request_unknown') {
        console.error(`Cambio: ${origin} has no widget request with this id. Check request_id and baseUrl.`)
        await say(code)
      } else if (is_allowed === false) {
        console.error(
          `Cambio: this page’s origin is not allowed. Have the operator add it: partner update … --origin ${location.origin}`,
        )
        await say('origin_not_allowed')
      }
    },
    end() {
      isDone = true
      clearTimeout(timer)
      notice.remove()
    },
  }
}

/** The members of what the exchange answers; none where it cannot be asked. */
async function answerOf(address: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(askMs) })
    return Object(await answer.json())
  } catch {
    return {}
  }
}
