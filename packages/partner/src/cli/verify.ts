import { verifyCallback, type Verified } from '../callback.ts'
import { BadCall, type CliDeps } from './CliDeps.ts'
import { setting } from './settings.ts'

/** What to check for each reason. */
const advice: Readonly<Record<Exclude<Verified, { ok: true }>['reason'], string>> = {
  signature_missing: 'API-Signature, or one of the webhook- headers, is not among the headers.',
  signature_wrong:
    'Another callback secret, or the body is not byte for byte as it was received: it was parsed and printed again, or its end of line was changed.',
  timestamp_outside_tolerance:
    'Signed, but more than 300 s ago or ahead: a recording, or a wrong clock. --undated checks the signature alone.',
  body_unreadable: 'Signed, and yet a member is missing or of another kind.',
}

/** Checks a recorded callback, as `verifyCallback` does. @returns whether it is genuine */
export async function verify(
  deps: CliDeps,
  options: { readonly headers?: string; readonly body?: string; readonly undated?: boolean },
): Promise<boolean> {
  if (options.headers === undefined)
    throw new BadCall('Name the files: --headers headers.txt --body body.json; a body that is - comes in.')
  const secret = setting(deps, 'CAMBIO_CALLBACK_SECRET')
  const headers = headersIn(await deps.read(options.headers))
  const body = await deps.read(options.body ?? '-')
  const seconds = Number(headers['webhook-timestamp'])
  const now = options.undated && Number.isFinite(seconds) ? new Date(seconds * 1_000) : deps.now()
  const verified = verifyCallback({ secret, headers, body, now })
  deps.print(verified.ok ? `Genuine: ${verified.id}` : `${verified.reason}: ${advice[verified.reason]}`)
  return verified.ok
}

/** Headers as curl and logs write them: one `Name: value` on each line. */
function headersIn(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
  })
  return Object.fromEntries(lines)
}
