/** Waits for something, but no longer than the time limit. An error counts as its end. */
export async function within(timeoutMs: number, awaited: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([awaited.catch(() => {}), late])
  clearTimeout(timer)
}
