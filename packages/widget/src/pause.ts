/** Waits, unless it is canceled: then it ends at once. @throws the signal's reason */
export async function pause(forMs: number, over: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, forMs)
    over.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
  over.throwIfAborted()
}
