import { once } from 'node:events'
import process from 'node:process'
import { createLog } from '@cambio/server/createLog.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { runProgram } from '@cambio/server/runProgram.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { DemoEnvironment } from '../src/DemoEnvironment.ts'
import { launch } from '../src/launch.ts'
import { welcome } from '../src/welcome.ts'
import { serveWidget } from './serveWidget.ts'
import { watchSources } from './watchSources.ts'

/*
 * `pnpm dev`: the sandbox as `npm start` runs it, with its sources watched. A change of the widget is in the open browser
 * at once; a change of a program starts that program again, with its data kept.
 */
await runProgram(async (stopped) => {
  const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
  const exchangePort = await freePort(0)
  const launched = await launch({
    environment: readEnvironment(DemoEnvironment, process.env),
    inherited: process.env,
    log: createLog({ program: 'demo', level: 'warn' }),
    print,
    stopped,
    exchangePort,
  })
  const widget = await serveWidget({ address: launched.addresses.exchange, exchangePort })
  const watch = watchSources({ restart: launched.restart, print })
  print(welcome(launched))
  print(
    'Sources are watched: the browser shows a change of the widget at once, and a program that changes starts again.',
  )
  process.send?.({ addresses: launched.addresses, pids: launched.pids })
  process.channel?.unref()
  if (!stopped.aborted) await once(stopped, 'abort')
  watch.close()
  await widget.close()
  await launched.close()
})
