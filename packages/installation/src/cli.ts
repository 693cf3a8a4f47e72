import process from 'node:process'
import { partitionCommands } from '@cambio/bff/cli/partitions/partitionCommands.ts'
import { accountName } from '@cambio/server/cli/accountName.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { VERSION } from '@cambio/server/version.ts'
import { installationCommands } from './installationCommands.ts'
import { openTerminal } from './setup/terminal.ts'

/* “pnpm cambio”: commands about the whole installation run here, all others in the exchange. */

const line = { program: 'pnpm cambio', about: 'Keeps the installation.', commands: installationCommands }
const partitions = { ...line, commands: partitionCommands }
const [word] = process.argv.slice(2)
const say = (sentence: string) => process.stderr.write(`${printableLine(sentence)}\n`)
const isOurs = installationCommands.some(({ name }) => name === word)

if (isOurs)
  await runCommands(line, (work) =>
    work({
      variables: process.env,
      clock: systemClock,
      random: systemRandom,
      version: VERSION,
      nodeVersion: process.version,
      openTerminal: () => openTerminal(process.stdin, process.stderr),
      operator: accountName(),
      progress: say,
    }),
  )
else if (word === 'partitions')
  await runCommands(partitions, async (work) => {
    const { onOwnedExchange } = await import('./onOwnedExchange.ts')
    return onOwnedExchange({ variables: process.env, progress: say }, (owned) =>
      work({ ...owned, clock: systemClock, random: systemRandom, operator: accountName(), progress: say }),
    )
  })
else {
  const { exchangeCli } = await import('@cambio/bff/exchangeCli.ts')
  await exchangeCli([...installationCommands, ...partitionCommands])
}
