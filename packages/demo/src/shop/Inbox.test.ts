import { expect, test } from 'vitest'
import { createInbox } from './Inbox.ts'

const refused = (why: string) => ({ is: 'refused' as const, why, at: new Date(0) })

test('a watcher first gets all entries, and then only new ones', async () => {
  const inbox = createInbox()
  inbox.add(refused('first'))
  inbox.add(refused('second'))
  const watched = inbox.watch(new AbortController().signal)
  const next = async () => (await watched.next()).value?.map((one) => one.is === 'refused' && one.why)

  expect(await next()).toEqual(['first', 'second'])
  const news = next()
  inbox.add(refused('third'))
  expect(await news).toEqual(['third'])
  inbox.add(refused('fourth'))
  inbox.add(refused('fifth'))
  expect(await next()).toEqual(['fourth', 'fifth'])
})
