import type { MailLanguage } from '@cambio/exchange/client/CodeMail.ts'

type Named = {
  readonly code: string
  readonly link: string
  readonly partner: string
  readonly purpose?: 'password'
}
type Written = { readonly subject: string; readonly text: string }

/** What the mail with a code says. */
export function codeText(language: MailLanguage, named: Named): Written {
  return (named.purpose === 'password' ? forPassword : languages)[language](named)
}

const languages: Readonly<Record<MailLanguage, (named: Named) => Written>> = {
  en: ({ code, link, partner }) => ({
    subject: `Your code for ${partner}`,
    text: `Your code is ${code}

Enter it where you buy at ${partner}. It holds for ten minutes.

If you are told there that too many wrong codes were entered for this address, open this link in the browser in which you buy:
${link}

If you have not asked for a code, you need not do anything. Tell it to nobody, whoever asks for it.
`,
  }),
  de: ({ code, link, partner }) => ({
    subject: `Ihr Code für ${partner}`,
    text: `Ihr Code ist ${code}

Geben Sie ihn dort ein, wo Sie bei ${partner} kaufen. Er gilt zehn Minuten.

Wenn dort steht, dass für diese Adresse zu viele falsche Codes eingegeben wurden, öffnen Sie diesen Link in dem Browser, in dem Sie kaufen:
${link}

Wenn Sie keinen Code angefordert haben, müssen Sie nichts tun. Nennen Sie ihn niemandem, wer auch immer danach fragt.
`,
  }),
}

/** Its tries are not those of a browser, so the mail has no link. */
const forPassword: Readonly<Record<MailLanguage, (named: Named) => Written>> = {
  en: ({ code, partner }) => ({
    subject: `Your code for a new password at ${partner}`,
    text: `Your code is ${code}

Enter it where you set a new password at ${partner}. It holds for ten minutes. The new password ends everything that is signed in with the old one.

If you have not asked for a new password, you need not do anything: your password stays as it is. Tell the code to nobody, whoever asks for it.
`,
  }),
  de: ({ code, partner }) => ({
    subject: `Ihr Code für ein neues Passwort bei ${partner}`,
    text: `Ihr Code ist ${code}

Geben Sie ihn dort ein, wo Sie bei ${partner} ein neues Passwort setzen. Er gilt zehn Minuten. Mit dem neuen Passwort endet alles, was mit dem alten angemeldet ist.

Wenn Sie kein neues Passwort angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist. Nennen Sie den Code niemandem, wer auch immer danach fragt.
`,
  }),
}
