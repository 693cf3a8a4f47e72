import type { Database } from '@cambio/server/postgres/Database.ts'
import { freshWork } from './freshWork.ts'
import type { OrderWorld } from './OrderWorld.ts'

/** A process begins to do what is due, and is not there any more after some of its statements. */
export async function kill({ rig }: OrderWorld, statements: number): Promise<void> {
  const held = rig.openPool(4)
  let left = statements
  const isDead = () => (left -= 1) < 0
  const died = () => Promise.reject(new Error('The process was killed'))
  const database: Database = {
    ...held,
    query: (asked) => (isDead() ? died() : held.query(asked)),
    transaction: (inside) => (isDead() ? died() : held.transaction(inside)),
  }
  await freshWork({ exchange: { ...rig.exchange, database } })
    .tick()
    .catch(() => undefined)
  await held.close()
}
