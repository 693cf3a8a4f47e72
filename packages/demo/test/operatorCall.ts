import { exchangeCommands } from '@cambio/bff/cli/exchangeCommands.ts'
import { onExchange } from '@cambio/bff/cli/onExchange.ts'
import { installationCommands } from '@cambio/installation/installationCommands.ts'
import { accountName } from '@cambio/server/cli/accountName.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import type { Ended } from '@cambio/server/testing/testingCommandLine.ts'
import { VERSION } from '@cambio/server/version.ts'

const installation = { program: 'pnpm cambio', about: '', commands: installationCommands }
const progress = () => {}

/**
 * Answers a call of `pnpm cambio` in this process, where its code is loaded already: as a process of its own a call takes
 * the processor several times as long.
 * @returns how the process would have ended; what it would have said of its progress is left out
 */
export async function operatorCall(
  variables: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<Ended> {
  const isOfInstallation = installationCommands.some(({ name }) => name === words[0])
  const { output, note, ok, isComplaint } = isOfInstallation
    ? await answerCall(installation, words, (work) =>
        work({
          variables,
          clock: systemClock,
          random: systemRandom,
          version: VERSION,
          nodeVersion: process.version,
          openTerminal() {
            throw new Error('Nobody is at a terminal.')
          },
          operator: accountName(),
          progress,
        }),
      )
    : await answerCall(exchangeCommands, words, (work) =>
        onExchange({ variables, progress, stopped: new AbortController().signal }, work),
      )
  const said = [isComplaint ? output : undefined, note].flatMap((text) =>
    text === undefined ? [] : [`${text}\n`],
  )
  return { code: ok ? 0 : 1, stdout: isComplaint ? '' : `${output}\n`, stderr: said.join('') }
}
