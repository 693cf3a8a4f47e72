import { join } from 'node:path'
import { readCatalogues } from '@cambio/server/language/readCatalogues.ts'
import { sayers } from '@cambio/server/language/sayers.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import type { MailContent } from './MailContent.ts'
import en from './messages/en.ts'

type Named = {
  readonly code: string
  readonly link: string
  readonly partner: string
  readonly purpose?: 'password'
}

const sayIn = sayers<keyof typeof en>(readCatalogues(join(import.meta.dirname, 'messages'), en))

/**
 * The words of the mail with a code. A code for a password has no link, since its attempts are not counted by browser.
 */
export function codeText(language: Language, { code, link, partner, purpose }: Named): MailContent {
  const message = sayIn(language)
  const say = (key: keyof typeof en) => message(key, { code, partner })
  const isForPassword = purpose === 'password'
  const paragraphs = isForPassword
    ? [say('code.is'), say('password.where'), say('password.unasked')]
    : [say('code.is'), say('code.where'), `${say('code.tries')}\n${link}`, say('code.unasked')]
  return {
    subject: say(isForPassword ? 'password.subject' : 'code.subject'),
    parts: [{ language, paragraphs }],
    code,
  }
}
