import { balanceStore } from './balance/balances.ts'
import { withdrawalLocks } from './balance/withdrawalLocks.ts'
import { withdrawalStore } from './balance/withdrawals.ts'
import { eventStore } from './callback/events.ts'
import { accountStore } from './client/accounts.ts'
import { clientMailStore } from './client/clientMails.ts'
import { clientOrderListStore } from './client/clientOrderLists.ts'
import { clientPasskeyStore } from './client/clientPasskeys.ts'
import { clientStore } from './client/clients.ts'
import { codeStore } from './client/codes.ts'
import { deviceStore } from './client/devices.ts'
import { loginTokenStore } from './client/loginTokens.ts'
import { messageStore } from './client/messages.ts'
import { reviewStore } from './client/reviews.ts'
import { savedCardStore } from './client/savedCards.ts'
import { sessionStore } from './client/sessions.ts'
import { verificationStore } from './client/verifications.ts'
import { couponStore } from './coupon/coupons.ts'
import { departureStore } from './departures.ts'
import { inboxStore } from './inbox.ts'
import { filteredOrderStore } from './order/filteredOrders.ts'
import { orderListStore } from './order/orderLists.ts'
import { orderStore } from './order/orders.ts'
import { paidWallets } from './order/paidWallets.ts'
import { quoteStore } from './order/quotes.ts'
import { outboxStore } from './outbox.ts'
import { partnerMailStore } from './partnerMails.ts'
import { partnerStore } from './partners.ts'
import { partnerSignIns } from './partnerSignIns.ts'
import { partnerPasskeyStore } from './passkey/partnerPasskeys.ts'
import { passkeyChallengeStore } from './passkey/passkeyChallenges.ts'
import { personLocks } from './person/personLocks.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { formStore } from './widget/forms.ts'
import { requestStore } from './widget/requests.ts'

export type Stores = ReturnType<typeof storesOf>

/** Every store of the exchange, all on one pool or all in one transaction. */
export function storesOf(deps: StoreDeps) {
  return {
    accounts: accountStore(deps),
    clientOrderLists: clientOrderListStore(deps),
    clientPasskeys: clientPasskeyStore(deps),
    clients: clientStore(deps),
    codes: codeStore(deps),
    coupons: couponStore(deps),
    departures: departureStore(deps),
    devices: deviceStore(deps),
    events: eventStore(deps),
    filteredOrders: filteredOrderStore(deps),
    forms: formStore(deps),
    inbox: inboxStore(deps),
    loginTokens: loginTokenStore(deps),
    orderLists: orderListStore(deps),
    orders: orderStore(deps),
    messages: messageStore(deps),
    outbox: outboxStore(deps),
    paidWallets: paidWallets(deps),
    partners: partnerStore(deps),
    partnerMails: partnerMailStore(deps),
    partnerPasskeys: partnerPasskeyStore(deps),
    partnerSignIns: partnerSignIns(deps),
    passkeyChallenges: passkeyChallengeStore(deps),
    people: personLocks(deps),
    quotes: quoteStore(deps),
    requests: requestStore(deps),
    reviews: reviewStore(deps),
    savedCards: savedCardStore(deps),
    sessions: sessionStore(deps),
    verifications: verificationStore(deps),
    balances: balanceStore(deps),
    withdrawals: withdrawalStore(deps),
    withdrawalLocks: withdrawalLocks(deps),
    clientMails: clientMailStore(deps),
  }
}
