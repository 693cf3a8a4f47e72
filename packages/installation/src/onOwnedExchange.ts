import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { InstallationDeps } from './InstallationDeps.ts'
import { onOwned, type Owned } from './Owned.ts'
import { programsOf, readSettings } from './Program.ts'

/** Works on the exchange's database as its owner. @throws CallRefused where there is none */
export function onOwnedExchange<Result>(
  { variables, progress }: Pick<InstallationDeps, 'variables' | 'progress'>,
  work: (exchange: Owned) => Promise<Result>,
): Promise<Result> {
  const [exchange] = programsOf(readSettings(variables))
  return onOwned({ programs: [exchange], make: false, progress }, async ([owned]) => {
    if (owned === undefined)
      throw new CallRefused(
        'There is no exchange: set DATABASE_URL to its database, or DATA_DIR to its folder.',
      )
    return work(owned)
  })
}
