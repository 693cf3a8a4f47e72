import { useEffect, useState } from 'react'
import type { ServerClock } from './api/ServerClock.ts'

/** The server's time, in ms, anew each second while `running`. */
export function useNow(clock: ServerClock, running: boolean): number {
  const [nowMs, setNowMs] = useState(clock.nowMs)
  useEffect(() => {
    if (!running) return
    const tick = () => setNowMs(clock.nowMs())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [clock, running])
  return nowMs
}
