import { expect, test } from 'vitest'
import { act, type Act, type DoneAct, type OperatorDeps, type Refused } from './act.ts'

const by = { actor: 'ada', reason: 'The buyer asked for it' }

/** A transaction that keeps its notes and acts if it commits, and drops them if it does not. */
function openNotes() {
  const kept: { notes: string[]; acts: Act[] } = { notes: [], acts: [] }
  const deps: OperatorDeps<{ readonly note: (text: string) => void }> = {
    async transaction(work) {
      const notes: string[] = []
      const acts: Act[] = []
      const keep = async (each: Act) => void acts.push(each)
      const result = await work({ note: (text) => notes.push(text), acts: { keep } })
      kept.notes.push(...notes)
      kept.acts.push(...acts)
      return result
    },
  }
  return { deps, kept }
}

test('a verb’s writes are kept with its act, its actor and its reason', async () => {
  const { deps, kept } = openNotes()
  const outcome = await act(deps, by, async ({ note }): Promise<DoneAct<string>> => {
    note('written')
    return { is: 'done', done: 'so', act: 'cancel', about: { is: 'order', orderId: 'A' } }
  })
  expect(outcome).toEqual({ is: 'done', done: 'so' })
  expect(kept).toEqual({
    notes: ['written'],
    acts: [{ act: 'cancel', about: { is: 'order', orderId: 'A' }, ...by }],
  })
})

test('a refusal undoes what was written before it, and keeps no act', async () => {
  const { deps, kept } = openNotes()
  const refused = { is: 'refused', code: 'no_such_order' } as const satisfies Refused
  const outcome = await act(deps, by, async ({ note }) => {
    note('written')
    return refused
  })
  expect(outcome).toBe(refused)
  expect(kept).toEqual({ notes: [], acts: [] })
})
