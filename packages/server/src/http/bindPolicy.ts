import { isIP } from 'node:net'
import { StartRefused } from '../settings/StartRefused.ts'

/** A sandbox has published secrets, so it listens on loopback only unless its operator decides otherwise. */
export function bindPolicy(input: { host: string; sandbox: boolean; allowPublicSandbox: boolean }): void {
  if (!input.sandbox || input.allowPublicSandbox || isLoopback(input.host)) return
  throw new StartRefused(
    `The sandbox's keys are public, so it does not listen on HOST=${input.host} for others to reach: leave HOST unset, or set ALLOW_PUBLIC_SANDBOX=1 if that is what you want.`,
  )
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
