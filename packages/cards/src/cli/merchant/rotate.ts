import { duration, flag, optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { setPassword } from '../../store/merchants.ts'
import { changeSignature } from '../../store/merchantSignatures.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed, merchantWord } from './merchantNamed.ts'
import { secretOf, signingSecret } from './saveSignature.ts'
import { publicKeyIn } from './settings.ts'

/** How long the former password or key stays valid, unless --overlap says otherwise. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000

export const merchantRotate = command({
  name: 'merchant rotate',
  summary: [
    'Gives a merchant a new password (also where nothing else is asked for), a new signing secret (--signing-secret),',
    'or another public key (--signature-key), and prints what it created this once. Requests are accepted with the former one',
    'too, for --overlap (24h unless given; 0s ends it at once). From now on notifications are hashed with the',
    'new password, and signed with both secrets as long as both work.',
  ].join('\n'),
  words: { clientKey: merchantWord() },
  options: {
    password: flag(),
    'signing-secret': flag(),
    'signature-key': optional(text('ed25519.pem')),
    overlap: optional(duration),
    ...actOptions,
  },
  json: z.object({
    client_key: z.string(),
    password: z.optional(z.string()),
    ...signingSecret,
    former_until: z.string(),
  }),
  async run(deps: CommandDeps, { words, options }) {
    const { overlap = OVERLAP_MS } = options
    const { id } = await merchantNamed(deps, words.clientKey)
    const key = keyOf(deps, options)
    const password = options.password || key === undefined ? deps.random.token(256) : undefined
    const formerUntil = new Date(deps.clock.now().getTime() + overlap)
    await act(deps, { act: 'merchant rotate', about: id, options }, async (query) => {
      const stored = { ...deps, query, keyring: deps.keys.keyring }
      if (password !== undefined) await setPassword(stored, id, { password, formerUntil })
      if (key !== undefined && !(await changeSignature(stored, id, { key, formerUntil })))
        throw new CallRefused(
          `Merchant ${id} does not sign its messages as a whole: have it with merchant update --require-signature.`,
        )
    })
    const former_until = formerUntil.toISOString()
    const before = overlap > 0 ? `works too until ${former_until}` : 'no longer works'
    const secret = secretOf(key)
    return {
      text: `${sentenceOf(id, password, key)}${secret.text}\nThe former one ${before}.`,
      data: { client_key: id, ...(password !== undefined && { password }), ...secret.data, former_until },
    }
  },
})

type Options = { readonly 'signing-secret': boolean; readonly 'signature-key'?: string | undefined }

/** The merchant's new key for signing its messages. Undefined where the key stays. */
function keyOf({ random }: CommandDeps, options: Options): SignatureKey | undefined {
  const { 'signing-secret': isSecret, 'signature-key': file } = options
  if (isSecret && file !== undefined) throw new BadCall('Give --signing-secret or --signature-key, not both.')
  if (isSecret) return { algorithm: 'hmac-sha256', secret: random.bytes(32) }
  return file === undefined ? undefined : { algorithm: 'ed25519', publicKey: publicKeyIn(file) }
}

function sentenceOf(id: string, password: string | undefined, key: SignatureKey | undefined): string {
  if (password !== undefined) return `Merchant ${id} has a new password, shown this once:\n${password}`
  const what = key?.algorithm === 'ed25519' ? 'another public key' : 'a new signing secret'
  return `Merchant ${id} has ${what}.`
}
