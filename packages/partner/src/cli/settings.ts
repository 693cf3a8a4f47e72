import { createPartner, type Partner } from '../client.ts'
import { BadCall, type CliDeps } from './CliDeps.ts'

/**
 * Where the exchange is, and who calls. Secrets come from the environment, since every process here can read an
 * argument.
 */
export const variables = {
  CAMBIO_URL: 'the exchange, such as http://localhost:8787',
  CAMBIO_API_KEY: 'your API key',
  CAMBIO_SECRET: 'your secret, which signs your requests',
  CAMBIO_CALLBACK_SECRET: 'your callback secret, which signs what you receive',
} as const
type Variable = keyof typeof variables

/** The partner whose key is in the environment. @throws BadCall */
export function partnerOf(deps: Pick<CliDeps, 'env' | 'fetch' | 'now'>): Partner {
  const { fetch, now } = deps
  const [baseUrl, apiKey, secret] = [
    setting(deps, 'CAMBIO_URL'),
    setting(deps, 'CAMBIO_API_KEY'),
    setting(deps, 'CAMBIO_SECRET'),
  ]
  return createPartner({ baseUrl, apiKey, secret, fetch, now, signatureVersion: 2 })
}

/** @throws BadCall for a variable that is not set */
export function setting({ env }: Pick<CliDeps, 'env'>, name: Variable): string {
  const value = env[name]
  if (value !== undefined && value !== '') return value
  throw new BadCall(`Set ${name}: ${variables[name]}.`)
}

/** The address of a receiver. @throws BadCall */
export function receiverAddress(text: string | undefined, how: string): string {
  if (text !== undefined && URL.canParse(text) && /^https?:/.test(new URL(text).protocol)) return text
  throw new BadCall(`Name your receiver by its http or https address: ${how}.`)
}
