import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { callbackResend } from './callbackResend.ts'
import { chainShow } from './chainShow.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { orderResolve } from './orderResolve.ts'
import { orderShow } from './orderShow.ts'
import { owedList } from './owedList.ts'
import { partnerCreate } from './partnerCreate.ts'

/** Everything that the exchange's operator can ask for. */
export const exchangeCommands: CommandLine<CommandDeps> = {
  program: 'pnpm cambio',
  about: "Runs the exchange's partners and orders.",
  commands: [partnerCreate, owedList, orderShow, orderResolve, callbackResend, chainShow],
}
