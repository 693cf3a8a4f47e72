/**
 * Whether the pages around this one let it and its card form open a wallet of the browser. Where they do not, asking for one
 * is a `SecurityError` by itself.
 */
export function mayOpenWallet(): boolean {
  try {
    const total = { label: '', amount: { currency: 'EUR', value: '0' } }
    return Boolean(new PaymentRequest([{ supportedMethods: 'https://google.com/pay' }], { total }))
  } catch (error) {
    return (error as Error).name !== 'SecurityError'
  }
}
