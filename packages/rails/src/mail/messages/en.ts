/** What a mail with a code says in English, and the list of what it says in every other language. */
const en = {
  'code.subject': 'Your code for {partner}',
  'code.is': 'Your code is {code}',
  'code.where': 'Enter it where you buy at {partner}. It holds for ten minutes.',
  'code.tries':
    'If you are told there that too many wrong codes were entered for this address, open this link in the browser in which you buy:',
  'code.unasked':
    'If you have not asked for a code, you need not do anything. Tell it to nobody, whoever asks for it.',
  'password.subject': 'Your code for a new password at {partner}',
  'password.where':
    'Enter it where you set a new password at {partner}. It holds for ten minutes. The new password ends everything that is signed in with the old one.',
  'password.unasked':
    'If you have not asked for a new password, you need not do anything: your password stays as it is. Tell the code to nobody, whoever asks for it.',
} as const

export default en
