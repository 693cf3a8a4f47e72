import * as z from 'zod/mini'

/**
 * What a browser reports about where a passkey was created or used (WebAuthn Level 3, section 5.8.1). The passkey signs
 * it.
 */
const ClientData = z.object({
  challenge: z.string().check(z.maxLength(128)),
  /** Whether this was in a frame of another origin's page; older browsers leave it out. */
  crossOrigin: z.optional(z.boolean()),
  topOrigin: z.optional(z.string()),
})
type ClientData = z.infer<typeof ClientData>

/** Reads client data in base64url; undefined if it is malformed. Trust it only once the signature is verified. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
