/** One entry of the catalogue: everything the product knows about a currency. */
export type Currency = {
  readonly code: string
  /** Its common symbol: `USDT` on each of its networks. */
  readonly ticker: string
  readonly title: string
  readonly kind: 'fiat' | 'crypto'
  /** Digits after the point: 100 minor units of EUR are 1.00. */
  readonly decimals: number
  /** The network of a coin, which decides the form of its addresses; null for fiat. */
  readonly network: Network | null
  /** What the network needs besides an address to identify the payee, if anything. */
  readonly memo: MemoKind | null
  /** The price of one whole unit in EUR where no rate source is configured (sandbox), as a plain decimal. */
  readonly referencePriceEur: string
}

export const networks = ['bitcoin', 'litecoin', 'ethereum', 'ripple', 'eos', 'stellar', 'tron'] as const
export type Network = (typeof networks)[number]
export type MemoKind = 'dst_tag' | 'memo_id' | 'memo_value'

/**
 * Every currency the product handles. A new one is one line here: amounts, quotes, pages, sandbox rates and reference
 * data follow from it. A new network needs more, all of which the compiler requires: the form of its addresses,
 * examples of them for a test, the cost of a transfer, and its name in each language.
 */
export const catalogue: readonly Currency[] = [
  fiat('EUR', 'Euro', 2, '1'),
  fiat('USD', 'US dollar', 2, '0.92'),
  fiat('GBP', 'Pound sterling', 2, '1.16'),
  fiat('JPY', 'Japanese yen', 0, '0.0061'),
  fiat('KWD', 'Kuwaiti dinar', 3, '2.99'),
  coin('BTC', 'Bitcoin', 8, 'bitcoin', '86000'),
  coin('LTC', 'Litecoin', 8, 'litecoin', '88'),
  coin('ETH', 'Ether', 18, 'ethereum', '2750'),
  coin('XRP', 'XRP', 6, 'ripple', '1.95', 'dst_tag'),
  coin('EOS', 'EOS', 4, 'eos', '0.42', 'memo_id'),
  coin('XLM', 'Stellar lumen', 7, 'stellar', '0.24', 'memo_value'),
  token('USDT20', 'USDT', 'Tether (Ethereum)', 'ethereum'),
  token('USDTTRC20', 'USDT', 'Tether (Tron)', 'tron'),
  token('USDC', 'USDC', 'USD Coin', 'ethereum'),
]

function fiat(code: string, title: string, decimals: number, referencePriceEur: string): Currency {
  return { code, ticker: code, title, kind: 'fiat', decimals, network: null, memo: null, referencePriceEur }
}

function coin(
  code: string,
  title: string,
  decimals: number,
  network: Currency['network'],
  referencePriceEur: string,
  memo: Currency['memo'] = null,
): Currency {
  return { code, ticker: code, title, kind: 'crypto', decimals, network, memo, referencePriceEur }
}

/** A token worth a US dollar. One ticker may exist on several networks; each is a currency of its own. */
function token(code: string, ticker: string, title: string, network: Currency['network']): Currency {
  return { ...coin(code, title, 6, network, '0.92'), ticker }
}
