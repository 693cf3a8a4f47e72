/** The chart of accounts. Each account is kept once for every asset that was ever posted to it. */
export const chart = {
  /** What the card platform owes the exchange. */
  cardReceivable: 'card:receivable',
  /** The exchange's account at its bank. */
  bank: 'bank',
  /** Money that a partner has no more and that has not left our bank account yet, by its payment. */
  leaving: (paymentId: string) => `leaving:${paymentId}`,
  /** The addresses that buyers send coins to, until these are brought to the operator's wallet. */
  deposits: 'deposits',
  /** What the exchange owes the buyer of an order, in whichever asset it stands. */
  order: (orderId: string) => `order:${orderId}`,
  /** Money that no order takes and that could not be given back. */
  owed: (orderId: string) => `owed:${orderId}`,
  /** What a partner's client has with the exchange. The database keeps it from ever being less than nothing. */
  clientBalance: (clientId: string) => `balance:client:${clientId}`,
  /** What a partner has with the exchange, kept in the same way. */
  partnerBalance: (partnerId: string) => `balance:partner:${partnerId}`,
  /** What one cell owes another for balances of partners that were moved; over the books of both it is zero. */
  transit: (from: string, to: string) => `transit:${from}:${to}`,
  /** The exchange's own position: a sale of coins is one line here for each asset. */
  liquidity: 'liquidity',
  serviceFee: 'fee:service',
  networkFee: 'fee:network',
  /** Costs: network fees for moving our coins. */
  network: 'network',
  /** The wallets that crypto is paid out of. */
  wallet: 'wallet',
  /** What the operator put into the wallets that pay out, or withdrew from them. */
  capital: 'capital',
  rounding: 'rounding',
  /** What the operator settled with buyers and partners by hand; his own books say how. */
  byHand: 'by_hand',
  /** Losses: charge-backs, and coins that a reorganisation removed for good. */
  chargeback: 'chargeback',
} as const
