/** Wakes one sleeper. A ring without a sleeper is kept for the next sleep, which then ends at once. */
export type Bell = {
  ring(): void
  /** Sleeps until the bell rings, or the time has passed if one is given. */
  sleep(timeoutMs?: number): Promise<void>
}

/** A bell that has not rung yet. */
export function bell(): Bell {
  const state: { rung: boolean; wake: () => void } = { rung: false, wake: asleepNobody }
  return {
    ring() {
      state.rung = true
      state.wake()
    },
    async sleep(timeoutMs) {
      if (!state.rung) {
        await new Promise<void>((resolve) => {
          const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs)
          state.wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      state.rung = false
      state.wake = asleepNobody
    },
  }
}

function asleepNobody(): void {}
