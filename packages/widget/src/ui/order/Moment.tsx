import { useNow } from '../../useNow.ts'
import { useWidget } from '../../Widget.ts'
import styles from './Moment.module.css'

/** A time as people say it, `2 minutes ago`, which is kept current; the exact time is in its title, and on paper. */
export function Moment({ at }: { at: number }) {
  const { writing, clock } = useWidget()
  const nowMs = useNow(clock, true)
  const moment = new Date(at * 1_000)
  return (
    <time className={styles['moment']} dateTime={moment.toISOString()} title={writing.time(moment)}>
      {writing.ago(nowMs - moment.getTime())}
    </time>
  )
}
