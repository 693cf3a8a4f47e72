import { accountStore } from './accounts.ts'
import { balanceStore } from './balances.ts'
import { clientMailStore } from './clientMails.ts'
import { clientOrderListStore } from './clientOrderLists.ts'
import { clientStore } from './clients.ts'
import { codeStore } from './codes.ts'
import { couponStore } from './coupons.ts'
import { departureStore } from './departures.ts'
import { eventStore } from './events.ts'
import { filteredOrderStore } from './filteredOrders.ts'
import { formStore } from './forms.ts'
import { inboxStore } from './inbox.ts'
import { loginTokenStore } from './loginTokens.ts'
import { messageStore } from './messages.ts'
import { orderListStore } from './orderLists.ts'
import { orderStore } from './orders.ts'
import { outboxStore } from './outbox.ts'
import { partnerStore } from './partners.ts'
import { personHolds } from './personHolds.ts'
import { quoteStore } from './quotes.ts'
import { requestStore } from './requests.ts'
import { reviewStore } from './reviews.ts'
import { sessionStore } from './sessions.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { verificationStore } from './verifications.ts'
import { withdrawalHolds } from './withdrawalHolds.ts'
import { withdrawalStore } from './withdrawals.ts'

export type Stores = ReturnType<typeof storesOf>

/** Every store of the exchange, all on one pool or all in one transaction. */
export function storesOf(deps: StoreDeps) {
  return {
    accounts: accountStore(deps),
    clientOrderLists: clientOrderListStore(deps),
    clients: clientStore(deps),
    codes: codeStore(deps),
    coupons: couponStore(deps),
    departures: departureStore(deps),
    events: eventStore(deps),
    filteredOrders: filteredOrderStore(deps),
    forms: formStore(deps),
    inbox: inboxStore(deps),
    loginTokens: loginTokenStore(deps),
    orderLists: orderListStore(deps),
    orders: orderStore(deps),
    messages: messageStore(deps),
    outbox: outboxStore(deps),
    partners: partnerStore(deps),
    people: personHolds(deps),
    quotes: quoteStore(deps),
    requests: requestStore(deps),
    reviews: reviewStore(deps),
    sessions: sessionStore(deps),
    verifications: verificationStore(deps),
    balances: balanceStore(deps),
    withdrawals: withdrawalStore(deps),
    withdrawalHolds: withdrawalHolds(deps),
    clientMails: clientMailStore(deps),
  }
}
