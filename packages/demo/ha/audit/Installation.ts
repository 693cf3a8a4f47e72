import type { CallbackReceiver } from '../../test/CallbackReceiver.ts'
import type { PostgresCluster } from '../cluster/PostgresCluster.ts'
import type { Programs } from '../cluster/Programs.ts'
import type { RowWriter } from '../traffic/RowWriter.ts'

/** What an audit looks at. */
export type Installation = {
  readonly cluster: PostgresCluster
  readonly programs: Programs
  readonly callbacks: CallbackReceiver
  readonly rows: RowWriter
}

/** Something that does not hold. */
export type Finding = {
  readonly is: 'lost' | 'twice' | 'wrong'
  readonly what: string
}
