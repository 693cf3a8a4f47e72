import type { Shape } from '../api/shape.ts'

/** A value stored for this page, which survives a reload where the browser allows it. */
export type TabNote<T> = {
  readonly read: () => T | undefined
  /** @returns whether it survives a reload */
  readonly write: (value: T) => boolean
  readonly clear: () => void
}

/** A frame whose storage is blocked throws on the first access; there the value lasts as long as the page. */
export function tabNote<T>(schema: Shape<T>, key: string, storage: () => Storage): TabNote<T> {
  let note = readStored(schema, key, storage)
  return {
    read: () => note,
    write: (value) => {
      note = value
      return attempt(() => (storage().setItem(key, JSON.stringify(value)), true)) ?? false
    },
    clear: () => {
      note = undefined
      attempt(() => storage().removeItem(key))
    },
  }
}

function readStored<T>(schema: Shape<T>, key: string, storage: () => Storage): T | undefined {
  const text = attempt(() => storage().getItem(key))
  return schema.safeParse(attempt<unknown>(() => JSON.parse(text ?? 'null'))).data
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
