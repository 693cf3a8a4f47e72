/** What is said about where coins or money go, in English. */
export const english = {
  'address.title': 'Where should it go?',
  'address.label': 'Wallet address',
  'address.networkHint': 'An address on the {network} network that can receive {currency}.',
  'address.warning':
    'Coins sent to a wrong address cannot be recovered, and you cannot change the address once your order is placed. Compare the first and last characters.',
  'address.empty': 'Enter the address of your wallet.',
  'address.invalid': 'This is not a valid address on {network}. Copy the address from your wallet again.',
  'address.otherNetwork':
    'This address belongs to another network. Coins sent to it on {network} would be lost. Copy an address on {network} from your wallet.',
  'address.checksum': 'One character of this address is wrong. Copy it from your wallet again.',
  'address.length': 'This address is incomplete or too long. Copy the whole address from your wallet again.',
  'address.unpayable': 'Coins sent to this address would be lost. Enter the address of your own wallet.',
  'address.tagInside':
    'This address already contains its memo. Enter the address without it, and the memo in the field beside it.',
  'address.iban': 'IBAN',
  'address.ibanHint': 'The bank account that receives your {currency} by SEPA transfer.',
  'address.ibanWarning':
    'Money sent to a wrong account may be lost, and you cannot change the account once your order is placed. Check the first and last characters.',
  'address.ibanEmpty': 'Enter the IBAN of the bank account.',
  'address.ibanInvalid':
    'SEPA transfers cannot reach this IBAN. Copy it again from your bank. No money has moved.',
  'address.memo': 'Memo',
  'address.tag': 'Destination tag',
  'address.memoHint': 'Exchanges show one beside the address. Without it, they cannot credit you.',
  'address.memoInvalid': 'Compare this with what your wallet shows beside the address.',
} as const
