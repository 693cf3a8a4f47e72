import { once } from 'node:events'
import process from 'node:process'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { createLog } from '@cambio/server/createLog.ts'
import { runProgram } from '@cambio/server/runProgram.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { withFiles } from '@cambio/server/settings/settingFiles.ts'
import { buildGuide } from './buildGuide.ts'
import { buildPages } from './buildPages.ts'
import { DemoEnvironment } from './DemoEnvironment.ts'
import { launch } from './launch.ts'
import { welcome } from './welcome.ts'

// A reader of the output may end first: a closed pipe is no reason to leave the database running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
// A terminal that is closed asks to stop, as Ctrl-C does.
process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))

await runProgram(async (stopped) => {
  const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
  const schemas = [DemoEnvironment, ExchangeEnvironment, CardsEnvironment]
  for (const sentence of misspeltVariables(schemas, process.env)) print(sentence)
  const inherited = withFiles(schemas, process.env)
  const launched = await launch({
    environment: readEnvironment(DemoEnvironment, inherited),
    inherited,
    log: createLog({ program: 'demo', level: 'warn' }),
    print,
    stopped,
    ...(process.argv.includes('--build') && { buildPages }),
  })
  process.stdout.write(welcome(launched))
  process.send?.({ addresses: launched.addresses, pids: launched.pids })
  process.channel?.unref()
  const guide = buildGuide(print, stopped)
  if (!stopped.aborted) await once(stopped, 'abort')
  print('Stopping…')
  await Promise.all([launched.close(), guide])
  print('Stopped. Every order is kept for the next start.')
})
