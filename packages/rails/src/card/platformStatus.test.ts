import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { platformDouble } from '../../testing/platformDouble.ts'
import { platformStatus } from './platformStatus.ts'

const limitMs = 300
const PATIENT_MS = 10_000

/** Listens, and stands still before it accepts anybody. */
const HANGING = `const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    console.log(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

test('a status is read whatever it is, and there is none where the platform is silent or hangs up', async () => {
  const answers = [{ status: 503, json: {} }, { status: 302, json: {} }, 'hang up', 'silence'] as const
  await using platform = await platformDouble(({ path }) => answers[Number(path.slice(1))] ?? 'hang up')
  const asked = [0, 1, 2].map((index) => platformStatus(`${platform.url}/${index}`, { limitMs: PATIENT_MS }))
  expect(await Promise.all(asked)).toEqual([503, 302, undefined])
  expect(await platformStatus(`${platform.url}/3`, { limitMs })).toBeUndefined()
})

test('a platform that accepts no connection is left alone once the time is over', async () => {
  const child = spawn(process.execPath, ['--eval', HANGING], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(printed)
  // As many as wait to be accepted: nobody else can connect.
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => waiting.forEach((socket) => socket.destroy()))
  await once(waiting[0] ?? child, 'connect')
  const before = sockets()
  expect(await platformStatus(`http://127.0.0.1:${port}/`, { limitMs })).toBeUndefined()
  await expect.poll(sockets, { timeout: 2_000 }).toBeLessThanOrEqual(before)
})

function sockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length
}
