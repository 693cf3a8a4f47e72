import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openRig } from '../test/rig.ts'
import { refusedOf, sendExamples, sendRefused } from '../test/sendExamples.ts'

/* pnpm examples: sends the examples of the reference and writes down what is answered. */

/** Entries of a list that are shown. */
const SHOWN = 2

test('writes down the answers to the examples', async () => {
  const rig = await openRig()
  const sent = await sendExamples(rig)
  const problem = await sendRefused(rig)
  await rig.close()
  expect(refusedOf(sent)).toEqual([])
  const answers = Object.fromEntries(
    sent.flatMap(({ name, reply }) => (reply.status === 200 ? [[name, shortened(reply.body)]] : [])),
  )
  const file = new URL('../src/reference/answers.json', import.meta.url)
  await writeFile(file, `${JSON.stringify({ ...answers, problem: problem.body }, null, 2)}\n`)
})

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}
