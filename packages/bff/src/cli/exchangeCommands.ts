import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { migrate } from '@cambio/server/cli/migrateLine.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Every command of the exchange's operator. */
export const exchangeCommands: CommandLine<CommandDeps> = {
  program: 'pnpm cambio',
  about: "Runs the exchange's partners, orders and prices.",
  elsewhere: [migrate],
  commands: [
    { name: 'partner create', load: async () => (await import('./partner/partnerCreate.ts')).partnerCreate },
    { name: 'partner list', load: async () => (await import('./partner/partnerList.ts')).partnerList },
    { name: 'partner show', load: async () => (await import('./partner/partnerShow.ts')).partnerShow },
    { name: 'partner update', load: async () => (await import('./partner/partnerUpdate.ts')).partnerUpdate },
    { name: 'partner rotate', load: async () => (await import('./partner/partnerRotate.ts')).partnerRotate },
    {
      name: 'partner suspend',
      load: async () => (await import('./partner/partnerSuspend.ts')).partnerSuspend,
    },
    { name: 'partner resume', load: async () => (await import('./partner/partnerSuspend.ts')).partnerResume },
    { name: 'partner sign-out', load: async () => (await import('./partner/signOut.ts')).partnerSignOut },
    { name: 'client sign-out', load: async () => (await import('./partner/signOut.ts')).clientSignOut },
    {
      name: 'client verifications',
      load: async () => (await import('./client/clientVerifications.ts')).clientVerifications,
    },
    {
      name: 'client approve-verification',
      load: async () => (await import('./client/clientReview.ts')).clientApproveVerification,
    },
    {
      name: 'client refuse-verification',
      load: async () => (await import('./client/clientReview.ts')).clientRefuseVerification,
    },
    {
      name: 'partner settle-to-balance',
      load: async () => (await import('./partner/partnerSettleToBalance.ts')).partnerSettleToBalance,
    },
    { name: 'partner pay-out', load: async () => (await import('./partner/partnerPayOut.ts')).partnerPayOut },
    { name: 'owed list', load: async () => (await import('./owed/owedList.ts')).owedList },
    { name: 'owed return', load: async () => (await import('./owed/owedReturn.ts')).owedReturn },
    { name: 'owed settle', load: async () => (await import('./owed/owedSettle.ts')).owedSettle },
    { name: 'order search', load: async () => (await import('./order/orderSearch.ts')).orderSearch },
    { name: 'order show', load: async () => (await import('./order/orderShow.ts')).orderShow },
    { name: 'order resolve', load: async () => (await import('./order/orderResolve.ts')).orderResolve },
    { name: 'order refund', load: async () => (await import('./order/orderRefund.ts')).orderRefund },
    { name: 'order cancel', load: async () => (await import('./order/orderCancel.ts')).orderCancel },
    { name: 'order approve', load: async () => (await import('./order/orderApprove.ts')).orderApprove },
    { name: 'balance show', load: async () => (await import('./balanceShow.ts')).balanceShow },
    { name: 'callback list', load: async () => (await import('./callback/callbackList.ts')).callbackList },
    {
      name: 'callback resend',
      load: async () => (await import('./callback/callbackResend.ts')).callbackResend,
    },
    { name: 'listen', load: async () => (await import('./receiver/listen.ts')).listen },
    { name: 'trigger', load: async () => (await import('./receiver/trigger.ts')).trigger },
    { name: 'doctor', load: async () => (await import('./receiver/doctor.ts')).doctor },
    {
      name: 'ledger trial-balance',
      load: async () => (await import('./ledger/ledgerTrialBalance.ts')).ledgerTrialBalance,
    },
    { name: 'ledger verify', load: async () => (await import('./ledger/ledgerVerify.ts')).ledgerVerify },
    { name: 'chain show', load: async () => (await import('./chain/chainShow.ts')).chainShow },
    { name: 'chain reconcile', load: async () => (await import('./chain/chainReconcile.ts')).chainReconcile },
    { name: 'chain credit', load: async () => (await import('./chain/chainCredit.ts')).chainCredit },
    { name: 'chain release', load: async () => (await import('./chain/chainRelease.ts')).chainRelease },
    { name: 'chain sweep', load: async () => (await import('./chain/chainSweep.ts')).chainSweep },
    { name: 'rates', load: async () => (await import('./rates.ts')).rates },
    { name: 'tariff show', load: async () => (await import('./catalogue/tariffShow.ts')).tariffShow },
    { name: 'tariff set', load: async () => (await import('./catalogue/tariffSet.ts')).tariffSet },
    {
      name: 'tariff preview',
      load: async () => (await import('./catalogue/tariffPreview.ts')).tariffPreview,
    },
    {
      name: 'tariff history',
      load: async () => (await import('./catalogue/tariffHistory.ts')).tariffHistory,
    },
    { name: 'country set', load: async () => (await import('./catalogue/countrySet.ts')).countrySet },
    { name: 'sepa import', load: async () => (await import('./sepaImport.ts')).sepaImport },
    { name: 'sanctions refresh', load: async () => (await import('./sanctionsRefresh.ts')).sanctionsRefresh },
    { name: 'sepa export', load: async () => (await import('./sepaExport.ts')).sepaExport },
    { name: 'sepa reject', load: async () => (await import('./sepaReject.ts')).sepaReject },
    { name: 'sepa list', load: async () => (await import('./sepaList.ts')).sepaList },
    { name: 'coupon create', load: async () => (await import('./coupon/couponCreate.ts')).couponCreate },
    { name: 'coupon list', load: async () => (await import('./coupon/couponList.ts')).couponList },
    { name: 'coupon end', load: async () => (await import('./coupon/couponEnd.ts')).couponEnd },
  ],
}
