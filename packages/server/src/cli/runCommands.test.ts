import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { programArguments } from '../settings/programArguments.ts'

/** A program whose only command writes more than a pipe holds. */
const program = `
  import { runCommands } from ${JSON.stringify(new URL('./runCommands.ts', import.meta.url).href)}
  const usage = 'tell'
  const run = async () => ({ text: 'much '.repeat(100_000), note: 'beside it', data: {} })
  const tell = { name: 'tell', usage, summary: 'Tells much.', read: () => run }
  await runCommands({ program: 'teller', about: 'Tells.', commands: [tell] }, (work) => work({}))`

test('a reader that stops early, as head does, causes no error message', async () => {
  const child = spawn(process.execPath, [
    ...programArguments,
    '--input-type=module',
    '-e',
    program,
    '--',
    'teller',
    'tell',
  ])
  const complaints: string[] = []
  child.stderr.on('data', (part) => complaints.push(String(part)))
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await once(child, 'close')).toEqual([0, null])
  expect(complaints.join('')).toBe('beside it\n')
})
