/**
 * Published addresses, comparable to test cards: the examples of EIP-55, BIP-173 and BIP-350, and the accounts of a
 * development chain, whose keys are published. People who try an exchange type them, so they identify no one. In lower
 * case where their network ignores case.
 */
export const publishedAddresses: ReadonlySet<string> = new Set([
  '0x52908400098527886e0f7030069857d2e4169ee7',
  '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
  '0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb',
  '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb',
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
])
