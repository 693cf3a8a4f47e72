import * as z from 'zod/mini'

/** What a browser says of where a passkey was made or used (WebAuthn Level 3, section 5.8.1). The passkey signs it. */
const ClientData = z.object({
  challenge: z.string().check(z.maxLength(128)),
  /** Whether it was in a frame of another origin's page, and which; older browsers leave that out. */
  crossOrigin: z.optional(z.boolean()),
  topOrigin: z.optional(z.string()),
})
type ClientData = z.infer<typeof ClientData>

/** Reads client data in base64url; undefined where it is none. It is believed only once the signature is checked. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
