import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a program of these lines, which has a `log`. */
function startLogging(script: string) {
  const module = new URL('createLog.ts', import.meta.url).href
  const lines = `import { createLog } from '${module}'
    const log = createLog({ program: 'cards' })
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', lines], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a line is written while the program goes on', async () => {
  const { stdout } = startLogging(`log.info('the first'); setInterval(() => {}, 1000)`)
  const [written] = await once(stdout.setEncoding('utf8'), 'data')
  expect(JSON.parse(written)).toMatchObject({ event: 'the first' })
})

test('an exit writes every line that is left, in order', async () => {
  const { stdout } = startLogging(
    `for (let count = 0; count < 1_000; count++) log.info('a line', { count })
    process.exit()`,
  )
  const lines = (await text(stdout)).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).count)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => index),
  )
})

test('a program ends although nobody reads its log', async () => {
  const child = startLogging(
    `process.stdout.write('ready') // From here on a full pipe is no wait, but an error.
    for (let line = 0; line < 20_000; line++) log.info('a line that nobody reads')
    setTimeout(() => process.exit(), 200)`,
  )
  expect(await once(child, 'exit')).toEqual([0, null])
})
