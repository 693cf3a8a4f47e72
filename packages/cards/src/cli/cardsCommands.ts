import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { migrate } from '@cambio/server/cli/migrateLine.ts'
import { auditList } from './auditList.ts'
import { chargeback } from './chargeback.ts'
import { chargebackWon } from './chargebackWon.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { keyPrune } from './key/prune.ts'
import { keyRotate } from './key/rotate.ts'
import { merchantBlock, merchantUnblock } from './merchant/block.ts'
import { merchantCreate } from './merchant/create.ts'
import { merchantList } from './merchant/list.ts'
import { merchantRotate } from './merchant/rotate.ts'
import { merchantUpdate } from './merchant/update.ts'
import { notificationList } from './notification/list.ts'
import { notificationResend } from './notification/resend.ts'
import { notificationUnblock } from './notification/unblock.ts'
import { settlementReport } from './settlementReport.ts'
import { transactionList } from './transactionList.ts'

/** Everything that the platform's operator can ask for. */
export const cardsCommands: CommandLine<CommandDeps> = {
  program: 'pnpm cambio-cards',
  about: "Runs the card platform's merchants, reports and keys.",
  elsewhere: [migrate],
  commands: [
    merchantCreate,
    merchantList,
    merchantUpdate,
    merchantRotate,
    merchantBlock,
    merchantUnblock,
    transactionList,
    settlementReport,
    chargeback,
    chargebackWon,
    notificationList,
    notificationResend,
    notificationUnblock,
    keyRotate,
    keyPrune,
    auditList,
  ],
}
