import process from 'node:process'
import { checkAlerts } from './checkAlerts.ts'
import { checkCaddy } from './checkCaddy.ts'
import { checkCells } from './checkCells.ts'
import { checkKustomize } from './checkKustomize.ts'
import { checkNginx } from './checkNginx.ts'
import { checkProxyToPrimary } from './checkProxyToPrimary.ts'
import { checkUnits } from './checkUnits.ts'
import { MissingTool } from './tool.ts'

/*
 * “pnpm check:deploy”: tries the files of this package by the tools that they are for. A tool that is missing is named with
 * the Debian package that has it.
 */

const checks = [
  ['the rules of Prometheus', checkAlerts],
  ['the units of systemd', checkUnits],
  ['nginx in front', checkNginx],
  ['Caddy in front', checkCaddy],
  ['the manifests of Kubernetes', checkKustomize],
  ['HAProxy before the primary', checkProxyToPrimary],
  ['HAProxy before cells', checkCells],
] as const

for (const [what, check] of checks) {
  try {
    process.stdout.write(`good  ${what}: ${await check()}\n`)
  } catch (error) {
    process.exitCode = 1
    const why = error instanceof MissingTool ? error.message : String(error)
    process.stdout.write(`BAD   ${what}: ${why}\n`)
  }
}
