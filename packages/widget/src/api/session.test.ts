import { expect, test } from 'vitest'
import { sessionKeeper } from './session.ts'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

const session = { token: 'secret', email: 'doe@example.com' }

test('a reload finds the session of its own entry, and no other', () => {
  const storage = memory()
  sessionKeeper('one', () => storage).open(session)
  expect(sessionKeeper('one', () => storage).token()).toBe('secret')
  expect(sessionKeeper('two', () => storage).token()).toBeNull()
})

test('a browser that blocks storage keeps the session in memory', () => {
  const keeper = sessionKeeper('one', () => {
    throw new DOMException('blocked', 'SecurityError')
  })
  keeper.open(session)
  expect(keeper.token()).toBe('secret')
  keeper.close()
  expect(keeper.token()).toBeNull()
})

test('an ended session leaves nothing behind but the e-mail on screen', () => {
  const storage = memory()
  const keeper = sessionKeeper('one', () => storage)
  let changes = 0
  keeper.subscribe(() => {
    changes += 1
  })
  keeper.open(session)
  keeper.close()
  keeper.close()
  expect(changes).toBe(2)
  expect(keeper.email()).toBe('doe@example.com')
  expect(storage.length).toBe(0)
})

test.each(['{', '"text"', '{"token":1}', 'null'])('storage that is not ours (%s) is no session', (text) => {
  const storage = memory()
  storage.setItem('cambio:one', text)
  expect(sessionKeeper('one', () => storage).token()).toBeNull()
})
