import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { runMeasurement } from './runMeasurement.ts'

function fakeProcess() {
  return Object.assign(new EventEmitter(), {
    exitCode: undefined,
    stderr: { write: () => true },
  })
}

/** A stage that records what happens to it. */
function stage() {
  const acts: string[] = []
  return { acts, open: async () => ({ close: async () => void acts.push('closed') }) }
}

test('a measurement closes its stage when it ends', async () => {
  const process = fakeProcess()
  const { acts, open } = stage()
  await runMeasurement(open, async () => void acts.push('measured'), process)
  expect(acts).toEqual(['measured', 'closed'])
  expect(process.exitCode).toBeUndefined()
})

test('a measurement that fails closes its stage, and its program fails', async () => {
  const process = fakeProcess()
  const { acts, open } = stage()
  await runMeasurement(open, () => Promise.reject(new Error('too slow')), process)
  expect(acts).toEqual(['closed'])
  expect(process.exitCode).toBe(1)
})

test.each(['SIGINT', 'SIGTERM'])('%s closes the stage during a measurement', async (signal) => {
  const process = fakeProcess()
  const { acts, open } = stage()
  const never = Promise.withResolvers<void>()
  const running = runMeasurement(
    open,
    () => {
      process.emit(signal)
      return never.promise
    },
    process,
  )
  await running
  expect(acts).toEqual(['closed'])
  expect(process.exitCode).toBe(130)
})

test('a signal while the stage is being opened closes it, and nothing is measured', async () => {
  const process = fakeProcess()
  const { acts, open } = stage()
  await runMeasurement(
    async () => {
      process.emit('SIGTERM')
      return open()
    },
    async () => void acts.push('measured'),
    process,
  )
  expect(acts).toEqual(['closed'])
})
