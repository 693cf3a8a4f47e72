import { bad, type Finding } from '@cambio/server/doctor/Finding.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/** What `read` returns; a finding where it refuses a start. */
export function findingOr<Value>(check: string, read: () => Value): Value | Finding {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const mend =
      'The platform does not start until this is right. The guide’s page Install says what it needs.'
    return bad(check, error.message, mend)
  }
}
