/** How long the widget may take to say hello before the buyer is shown another way in. */
const helloMs = 5_000

/** Why no widget answers: what can be mended, or that nobody knows. */
type Reason = 'origin_not_allowed' | 'request_unknown' | 'widget_silent'

/**
 * Says so when the widget does not, and gives the buyer a way in: blocked by a policy or a blocker, or offline. What the
 * partner can mend is said as soon as the frame has loaded something else, and in the console.
 */
export function watchSilence(
  box: Element,
  url: URL,
  words: { silent: string; open: string },
  onSilent: (reason: Reason) => void,
): { ask: () => Promise<void>; end: () => void } {
  const notice = document.createElement('p')
  notice.role = 'alert'
  box.prepend(notice)
  let isDone = false
  const timer = setTimeout(() => say('widget_silent'), helloMs)
  function say(reason: Reason): void {
    if (isDone) return
    end()
    const link = document.createElement('a')
    link.href = url.href
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = words.open
    notice.append(words.silent, ` (${reason}) `, ...(reason === 'request_unknown' ? [] : [link]))
    box.prepend(notice)
    onSilent(reason)
  }
  function end(): void {
    isDone = true
    clearTimeout(timer)
    notice.remove()
  }
  return {
    async ask() {
      const reason = isDone ? null : await mendable(url)
      if (reason === null || isDone) return
      console.error(`Cambio: ${advice[reason]()}`)
      say(reason)
    },
    end,
  }
}

const advice = {
  origin_not_allowed: () =>
    `the widget may not be shown on ${location.origin}. Have the operator add this origin: partner update … --origin ${location.origin}, beside the others.`,
  request_unknown: () =>
    'this exchange has no widget request with this id. Check the request_id that create_request answered, and baseUrl.',
}

/** Asks the exchange what keeps the widget away; null where it knows nothing, or cannot be asked. */
async function mendable({ pathname, origin }: URL): Promise<keyof typeof advice | null> {
  const requestId = pathname.slice(pathname.lastIndexOf('/') + 1)
  const page = encodeURIComponent(location.origin)
  try {
    const answer = await fetch(`${origin}/api/v2/public/embedding/${requestId}?origin=${page}`, {
      credentials: 'omit',
    })
    const body: unknown = await answer.json()
    if (typeof body !== 'object' || body === null) return null
    if ('code' in body && body.code === 'request_unknown') return 'request_unknown'
    return 'is_allowed' in body && body.is_allowed === false ? 'origin_not_allowed' : null
  } catch {
    return null
  }
}
