import { pages } from '@cambio/wire/http/pages.ts'

/** The address of a verification at an exchange, by its token. */
export function verificationUrlAt(baseUrl: string): (token: string) => string {
  return (token) => baseUrl + pages.verification.replace('{token}', token)
}
