import { writeFile } from 'node:fs/promises'
import { contract } from '@cambio/wire/http/contract.ts'
import { expect, test } from 'vitest'
import { refusedOf, sendExamples, sendRefused, type Sent } from '../test/http/sendExamples.ts'
import { openRig } from '../test/rig.ts'

/* `pnpm examples` sends the examples of the API reference and saves the answers, which the reference shows. */

/** How many entries of a list the reference shows. */
const SHOWN = 2

test('writes down the answers to the examples', async () => {
  const rig = await openRig()
  const sent = await sendExamples(rig)
  const problem = await sendRefused(rig)
  await rig.close()
  expect(refusedOf(sent)).toEqual([])
  // In the order of the contract, so that the file's diff shows only what changed.
  const answers = Object.fromEntries(
    sent
      .toSorted(byContract)
      .flatMap(({ name, reply }) => (reply.status === 200 ? [[name, shortened(reply.body)]] : [])),
  )
  const file = new URL('../src/reference/answers.json', import.meta.url)
  await writeFile(file, `${JSON.stringify({ ...answers, problem: problem.body }, null, 2)}\n`)
})

const names = Object.entries(contract).flatMap(([group, routes]) =>
  Object.keys(routes).map((name) => `${group}.${name}`),
)

function byContract(a: Sent, b: Sent): number {
  return names.indexOf(a.name) - names.indexOf(b.name)
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}
