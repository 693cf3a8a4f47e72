import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { migrate } from '@cambio/server/cli/migrateLine.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** All commands of the platform's operator. */
export const cardsCommands: CommandLine<CommandDeps> = {
  program: 'pnpm cambio-cards',
  about: "Runs the card platform's merchants, reports and keys.",
  elsewhere: [migrate, { name: 'doctor', load: async () => (await import('./doctor/doctor.ts')).doctor }],
  commands: [
    { name: 'merchant create', load: async () => (await import('./merchant/create.ts')).merchantCreate },
    { name: 'merchant list', load: async () => (await import('./merchant/list.ts')).merchantList },
    { name: 'merchant update', load: async () => (await import('./merchant/update.ts')).merchantUpdate },
    { name: 'merchant rotate', load: async () => (await import('./merchant/rotate.ts')).merchantRotate },
    { name: 'merchant block', load: async () => (await import('./merchant/block.ts')).merchantBlock },
    { name: 'merchant unblock', load: async () => (await import('./merchant/block.ts')).merchantUnblock },
    { name: 'transaction list', load: async () => (await import('./transactionList.ts')).transactionList },
    { name: 'settlement report', load: async () => (await import('./settlementReport.ts')).settlementReport },
    { name: 'chargeback', load: async () => (await import('./chargeback.ts')).chargeback },
    { name: 'chargeback won', load: async () => (await import('./chargebackWon.ts')).chargebackWon },
    {
      name: 'notification list',
      load: async () => (await import('./notification/list.ts')).notificationList,
    },
    {
      name: 'notification resend',
      load: async () => (await import('./notification/resend.ts')).notificationResend,
    },
    {
      name: 'notification unblock',
      load: async () => (await import('./notification/unblock.ts')).notificationUnblock,
    },
    { name: 'card key', load: async () => (await import('./card/key.ts')).cardKey },
    { name: 'card move', load: async () => (await import('./card/move.ts')).cardMove },
    { name: 'card receive', load: async () => (await import('./card/receive.ts')).cardReceive },
    { name: 'card forget', load: async () => (await import('./card/forget.ts')).cardForget },
    { name: 'key rotate', load: async () => (await import('./key/rotate.ts')).keyRotate },
    { name: 'key prune', load: async () => (await import('./key/prune.ts')).keyPrune },
    { name: 'audit list', load: async () => (await import('./auditList.ts')).auditList },
  ],
}
