import { expect } from 'vitest'
import type { Fields, Rig } from './rig.ts'

/** What an ERROR says, as its number and the texts of its details. */
export async function refusalOf(rig: Rig, fields: Fields): Promise<unknown> {
  const { status, body } = await rig.send(fields)
  expect(status).toBe(400)
  expect(body['result']).toBe('ERROR')
  const errors = body['errors'] as { error_code: number; error_message: string }[]
  expect(new Set(errors.map(({ error_code }) => error_code))).toEqual(new Set([body['error_code']]))
  return [body['error_code'], ...errors.map(({ error_message }) => error_message)]
}
