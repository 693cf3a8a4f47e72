/** What is said about copying a text, in English. */
export const english = {
  'transfer.copy': 'Copy {what}',
  'transfer.copied': 'Copied',
  'transfer.notCopied': 'Your browser blocked copying. Select the text and copy it yourself.',
} as const
