/** One entry of the catalogue: everything the product knows about a currency. */
export type Currency = {
  readonly code: string
  /** What people call it: `USDT` on each of its networks. */
  readonly ticker: string
  readonly title: string
  readonly kind: 'fiat' | 'crypto'
  /** Digits after the point: 100 minor units of EUR are 1.00. */
  readonly decimals: number
  /** The network a coin lives on, which decides what its addresses look like; null for fiat. */
  readonly network: Network | null
  /** What the network needs beside an address to find the receiver, if anything. */
  readonly memo: MemoKind | null
  /** What one whole unit costs in EUR where no rate source is configured (sandbox), as a plain decimal. */
  readonly referencePriceEur: string
}

export const networks = ['bitcoin', 'litecoin', 'ethereum', 'ripple', 'eos', 'stellar', 'tron'] as const
export type Network = (typeof networks)[number]
export type MemoKind = 'dst_tag' | 'memo_id' | 'memo_value'

/**
 * Every currency the product handles. A new one is one line here: amounts, quotes, pages, sandbox rates and
 * reference data follow from it. A network that is new needs more, all of which the compiler asks for: what its
 * addresses look like, examples of them for a test, what a transfer costs, and its name in each language.
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

/** A token worth a US dollar. One ticker may be moved on several networks, each of which is a currency of its own. */
function token(code: string, ticker: string, title: string, network: Currency['network']): Currency {
  return { ...coin(code, title, 6, network, '0.92'), ticker }
}
