import type { LogEntry } from '@cambio/wire/Order.ts'
import type * as z from 'zod/mini'
import { useWidget } from '../Widget.ts'
import styles from './StatusLog.module.css'

/** Every status the order had, oldest first, in the reader's own time. */
export function StatusLog({ log }: { log: readonly z.infer<typeof LogEntry>[] }) {
  const { say, time } = useWidget().writing
  return (
    <section className={styles['log']}>
      <h2 className={styles['title']}>{say('status.history')}</h2>
      <ol className={styles['list']}>
        {log.map(({ at, status }) => (
          <li key={`${at}${status}`} className={styles['entry']}>
            <span>{say(`log.${status}`)}</span>
            <time dateTime={new Date(at * 1_000).toISOString()}>{time(new Date(at * 1_000))}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
