import { userInfo } from 'node:os'
import process from 'node:process'

/** The account that this process runs under, which may have no name in a container. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
