import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Rail } from '@cambio/rails/Rail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Group.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import type { Rule } from '../variableRules.ts'

type Needs = (environment: ExchangeEnvironment) => readonly Rule[]

/** A rail as the program knows it before its settings are read. */
export type RailEntry = {
  /** Folder of the rail's migrations. Its tables are made whether it is there or not, as orders outlive settings. */
  readonly migrations?: string
  /** What it does about payments inside a transaction, whether it is there or not. */
  readonly recall?: (query: Query) => PayoutRecall
  /** What live needs of the settings for the ways in that the rail carries. */
  readonly payins: { readonly [Group in PayinGroup]?: Needs }
  /** What live needs of the settings for the ways out that the rail carries. */
  readonly payouts: { readonly [Group in PayoutGroup]?: Needs }
  /**
   * The rail; undefined where the settings do without it. What carries it is imported where it is there: the chain's
   * packages alone take 25 MB of memory, and a command opens no rail.
   */
  readonly from: (environment: ExchangeEnvironment) => Rail | undefined | Promise<Rail | undefined>
}
