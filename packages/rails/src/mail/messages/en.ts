/** The English words of a mail with a code. Their keys are the list for every other language. */
const en = {
  'code.subject': 'Your code for {partner}',
  'code.is': 'Your code is {code}',
  'code.where': 'Enter it where you buy at {partner}. It is valid for ten minutes.',
  'code.tries':
    'If that page says that too many wrong codes were entered for this address, open this link in the browser in which you buy:',
  'code.unasked':
    'If you did not request a code, you do not need to do anything. Never give this code to anyone, even if they ask for it.',
  'password.subject': 'Your code for a new password at {partner}',
  'password.where':
    'Enter it where you set a new password at {partner}. It is valid for ten minutes. The new password signs out every session that used the old one.',
  'password.unasked':
    'If you did not request a new password, you do not need to do anything: your password stays as it is. Never give this code to anyone, even if they ask for it.',
} as const

export default en
