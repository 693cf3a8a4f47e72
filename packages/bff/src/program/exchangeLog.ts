import { Unanswered } from '@cambio/rails/call.ts'
import { NatsFault } from '@cambio/rails/nats/natsFault.ts'
import { createLog } from '@cambio/server/createLog.ts'
import type { Log, LogLevel } from '@cambio/server/log.ts'

/** The exchange's log. It shows why the card platform or NATS did not answer, since only the operator can fix that. */
export function exchangeLog(level: LogLevel): Log {
  return createLog({ program: 'exchange', level, ownErrors: [Unanswered, NatsFault] })
}
