import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { balanceShow } from './balanceShow.ts'
import { callbackList } from './callback/callbackList.ts'
import { callbackResend } from './callback/callbackResend.ts'
import { countrySet } from './catalogue/countrySet.ts'
import { tariffHistory } from './catalogue/tariffHistory.ts'
import { tariffPreview } from './catalogue/tariffPreview.ts'
import { tariffSet } from './catalogue/tariffSet.ts'
import { tariffShow } from './catalogue/tariffShow.ts'
import { chainCredit } from './chain/chainCredit.ts'
import { chainRelease } from './chain/chainRelease.ts'
import { chainReconcile } from './chain/chainReconcile.ts'
import { chainSweep } from './chain/chainSweep.ts'
import { chainShow } from './chain/chainShow.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { couponCreate } from './coupon/couponCreate.ts'
import { couponEnd } from './coupon/couponEnd.ts'
import { couponList } from './coupon/couponList.ts'
import { ledgerTrialBalance } from './ledger/ledgerTrialBalance.ts'
import { ledgerVerify } from './ledger/ledgerVerify.ts'
import { orderApprove } from './order/orderApprove.ts'
import { orderCancel } from './order/orderCancel.ts'
import { orderRefund } from './order/orderRefund.ts'
import { orderResolve } from './order/orderResolve.ts'
import { orderSearch } from './order/orderSearch.ts'
import { orderShow } from './order/orderShow.ts'
import { owedList } from './owed/owedList.ts'
import { owedReturn } from './owed/owedReturn.ts'
import { owedSettle } from './owed/owedSettle.ts'
import { partnerCreate } from './partner/partnerCreate.ts'
import { rates } from './rates.ts'
import { doctor } from './receiver/doctor.ts'
import { listen } from './receiver/listen.ts'
import { trigger } from './receiver/trigger.ts'
import { sanctionsRefresh } from './sanctionsRefresh.ts'
import { sepaExport } from './sepaExport.ts'
import { sepaImport } from './sepaImport.ts'
import { partnerList } from './partner/partnerList.ts'
import { partnerRotate } from './partner/partnerRotate.ts'
import { partnerShow } from './partner/partnerShow.ts'
import { partnerResume, partnerSuspend } from './partner/partnerSuspend.ts'
import { partnerUpdate } from './partner/partnerUpdate.ts'
import { clientSignOut, partnerSignOut } from './partner/signOut.ts'
import { partnerPayOut } from './partner/partnerPayOut.ts'
import { partnerSettleToBalance } from './partner/partnerSettleToBalance.ts'

/** Every command of the exchange's operator. */
export const exchangeCommands: CommandLine<CommandDeps> = {
  program: 'pnpm cambio',
  about: "Runs the exchange's partners, orders and prices.",
  commands: [
    partnerCreate,
    partnerList,
    partnerShow,
    partnerUpdate,
    partnerRotate,
    partnerSuspend,
    partnerResume,
    partnerSignOut,
    clientSignOut,
    partnerSettleToBalance,
    partnerPayOut,
    owedList,
    owedReturn,
    owedSettle,
    orderSearch,
    orderShow,
    orderResolve,
    orderRefund,
    orderCancel,
    orderApprove,
    balanceShow,
    callbackList,
    callbackResend,
    listen,
    trigger,
    doctor,
    ledgerTrialBalance,
    ledgerVerify,
    chainShow,
    chainReconcile,
    chainCredit,
    chainRelease,
    chainSweep,
    rates,
    tariffShow,
    tariffSet,
    tariffPreview,
    tariffHistory,
    countrySet,
    sepaImport,
    sanctionsRefresh,
    sepaExport,
    couponCreate,
    couponList,
    couponEnd,
  ],
}
