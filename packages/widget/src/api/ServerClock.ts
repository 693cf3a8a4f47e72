/** The server's time as this page knows it, so that a countdown is right on a device with a wrong clock. */
export type ServerClock = {
  readonly nowMs: () => number
  /** @param date the `Date` header of an answer */
  readonly learn: (date: string | null) => void
}

/** Starts with the device's time, and keeps it while both agree within a second, the precision of the header. */
export function serverClock(deviceNowMs: () => number): ServerClock {
  let offsetMs = 0
  return {
    nowMs: () => deviceNowMs() + offsetMs,
    learn: (date) => {
      const serverMs = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(serverMs)) return
      const differenceMs = serverMs + 500 - deviceNowMs()
      offsetMs = Math.abs(differenceMs) > 2_000 ? differenceMs : 0
    },
  }
}
