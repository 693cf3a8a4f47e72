import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Rail } from '@cambio/rails/Rail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Group.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import type { Rule } from '../variableRules.ts'

type Needs = (environment: ExchangeEnvironment) => readonly Rule[]

/** A rail as the program knows it before its settings are read. */
export type RailEntry = {
  /**
   * The folder of the rail's migrations. Its tables are created even if it is not configured, since orders outlive
   * settings.
   */
  readonly migrations?: string
  /** Recalls its payments inside a transaction, even if it is not configured. */
  readonly recall?: (query: Query) => PayoutRecall
  /** What live needs for the ways to pay in that the rail carries. */
  readonly payins: { readonly [Group in PayinGroup]?: Needs }
  /** What live needs for the ways to pay out that the rail carries. */
  readonly payouts: { readonly [Group in PayoutGroup]?: Needs }
  /**
   * The rail; undefined if it is not configured. Its code is imported only if it is: the chain's packages alone take 25
   * MB of memory, and a command opens no rail.
   */
  readonly from: (environment: ExchangeEnvironment) => Rail | undefined | Promise<Rail | undefined>
}
