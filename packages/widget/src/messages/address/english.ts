/** What is said about where coins or money go, in English. */
export const english = {
  'address.title': 'Where should it go?',
  'address.label': 'Wallet address',
  'address.networkHint': 'An address of the {network} network that can receive {currency}.',
  'address.warning':
    'Coins sent to a wrong address cannot be brought back, and the address is final once your order is placed. Compare the first and last characters.',
  'address.empty': 'Enter the address of your wallet.',
  'address.invalid': 'No coins can go to this address on {network}. Copy that of your wallet again.',
  'address.otherNetwork':
    'This is an address of another network. Coins sent there from {network} would be lost: copy one of {network} from your wallet.',
  'address.checksum': 'One character of this address is wrong. Copy it from your wallet again.',
  'address.length':
    'This address is not complete, or has more characters than it should. Copy all of it from your wallet again.',
  'address.unpayable': 'What is sent to this address is lost. Enter that of a wallet of your own.',
  'address.tagInside':
    'This address carries its memo inside. Take the one without, and enter the memo beside it.',
  'address.iban': 'IBAN',
  'address.ibanHint': 'The bank account that your {currency} goes to by SEPA transfer.',
  'address.ibanWarning':
    'Money that went to a wrong account may be lost, and once you order, the account cannot be changed. Check its first and last characters.',
  'address.ibanEmpty': 'Enter the IBAN of the bank account.',
  'address.ibanInvalid':
    'This is not an IBAN that SEPA transfers reach. Copy it again from your bank. No money has moved.',
  'address.memo': 'Memo',
  'address.tag': 'Destination tag',
  'address.memoHint': 'Exchanges give one beside the address. Without it they cannot credit you.',
  'address.memoInvalid': 'Check this against what your wallet shows beside the address.',
} as const
