import { Card } from '../ui/Card.tsx'
import type { Writing } from '../Writing.ts'
import styles from '../ui/Card.module.css'

/** The outline of the content that is loading, in its size, so that nothing moves when it arrives. */
export function Loading({ writing }: { writing: Writing }) {
  return (
    <Card>
      <div className={styles['loading']}>
        <h1 className={styles['hidden']}>{writing.say('title')}</h1>
        <Outline writing={writing} />
      </div>
    </Card>
  )
}

/** A spinner inside a step that is still being fetched. */
export function Outline({ writing }: { writing: Writing }) {
  return (
    <output className={styles['outline']}>
      <span className={styles['hidden']}>{writing.say('loading')}</span>
      <span className={styles['bone']} data-size="line" />
      <span className={styles['bone']} data-size="panel" />
      <span className={styles['bone']} data-size="panel" />
      <span className={styles['bone']} data-size="button" />
    </output>
  )
}
