import process from 'node:process'
import { accountName } from '@cambio/server/cli/accountName.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { VERSION } from '@cambio/server/version.ts'
import { installationCommands } from './installationCommands.ts'
import { openTerminal } from './setup/terminal.ts'

/* “pnpm cambio”: what is about the installation as a whole is answered here, everything else by the exchange. */

const line = { program: 'pnpm cambio', about: 'Keeps the installation.', commands: installationCommands }
const [word] = process.argv.slice(2)
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
      progress: (sentence) => process.stderr.write(`${printableLine(sentence)}\n`),
    }),
  )
else {
  const { exchangeCli } = await import('@cambio/bff/exchangeCli.ts')
  await exchangeCli(installationCommands)
}
