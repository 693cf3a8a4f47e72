import type { NameTaken } from '@cambio/exchange/operator/partner/createPartner.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'

/**
 * The refusal of a name that another partner has: partners are named by their names on the command line.
 * @param undone says what was not done
 */
export function nameTaken(name: string, { apiKey }: NameTaken, undone: string): CallRefused {
  return new CallRefused(`There is a partner ${name} already, with the API key ${apiKey}; ${undone}.`)
}
