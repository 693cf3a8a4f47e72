/**
 * Reads the beginning of a page on the web, without following a redirect; undefined where nobody answers in time. Nothing else
 * of a page is needed here, and a page of another company may be of any length.
 */
export type ReadPage = (
  url: string,
) => Promise<{ readonly status: number; readonly beginning: string } | undefined>

const TIME_LIMIT_MS = 5_000

export const readPage: ReadPage = async (url) => {
  try {
    const { status, body } = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    const reader = body?.getReader()
    const part = await reader?.read()
    await reader?.cancel()
    return { status, beginning: new TextDecoder().decode(part?.value) }
  } catch {
    return undefined
  }
}
