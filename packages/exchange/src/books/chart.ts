/** The chart of accounts. Each account is kept once for every asset that was ever posted to it. */
export const chart = {
  /** What the card platform owes the exchange. */
  cardReceivable: 'card:receivable',
  /** The exchange's account at its bank. */
  bank: 'bank',
  /** Money debited from a partner's balance that has not left our bank account yet, by its payment. */
  leaving: (paymentId: string) => `leaving:${paymentId}`,
  /** Coins at the addresses that buyers send them to, until they are swept to the operator's wallet. */
  deposits: 'deposits',
  /** What the exchange owes the buyer of an order, in any asset. */
  order: (orderId: string) => `order:${orderId}`,
  /** Money that no order uses and that could not be refunded. */
  owed: (orderId: string) => `owed:${orderId}`,
  /** A client's balance with the exchange. The database keeps it from going negative. */
  clientBalance: (clientId: string) => `balance:client:${clientId}`,
  /** A partner's balance with the exchange. The database keeps it from going negative. */
  partnerBalance: (partnerId: string) => `balance:partner:${partnerId}`,
  /** What one cell owes another for the balances of moved partners; it sums to zero over the books of both. */
  transit: (from: string, to: string) => `transit:${from}:${to}`,
  /** The exchange's own position: a sale of coins posts one line here for each asset. */
  liquidity: 'liquidity',
  serviceFee: 'fee:service',
  networkFee: 'fee:network',
  /** Costs: network fees for moving our coins. */
  network: 'network',
  /** The wallets that pay out crypto. */
  wallet: 'wallet',
  /** What the operator paid into the pay-out wallets, or withdrew from them. */
  capital: 'capital',
  rounding: 'rounding',
  /** What the operator settled with buyers and partners by hand; the operator's own books say how. */
  byHand: 'by_hand',
  /** Losses: charge-backs, and coins that a reorganisation removed for good. */
  chargeback: 'chargeback',
} as const
