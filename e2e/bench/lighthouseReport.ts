import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '../src/chromium.ts'

const audit = fileURLToPath(new URL('../lighthouse/audit.mjs', import.meta.url))
const SCORED = ['performance', 'accessibility', 'best-practices'] as const

/** What Lighthouse says of one opening of a page on a phone. */
export type LighthouseReport = {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<(typeof SCORED)[number], number>>
  readonly lcpMs: number
  /** How long the main thread could not answer the reader (TBT), milliseconds. */
  readonly blockedMs: number
  readonly shift: number
  /** The audits of accessibility and best practice that are not passed, by name. */
  readonly failed: readonly string[]
}

type Result = {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
      }
    >
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>
}

/** Runs Lighthouse once on a page, in a browser of its own. @throws if it has no result */
export async function lighthouseReport(url: string): Promise<LighthouseReport> {
  const { executablePath, args, env } = chromium()
  // The tests' browser does without the fastest code; a reader's does not.
  const likeReaders = args?.filter((each) => !each.includes('--no-opt'))
  const asked = JSON.stringify({ url, executablePath, args: likeReaders, env })
  const { stdout } = await promisify(execFile)(process.execPath, [audit, asked], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const { categories, audits, runtimeError } = JSON.parse(stdout) as Result
  if (runtimeError) throw new Error(`Lighthouse has no result for ${url}: ${runtimeError.message}`)
  const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const valueOf = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    lcpMs: valueOf('largest-contentful-paint'),
    blockedMs: valueOf('total-blocking-time'),
    shift: valueOf('cumulative-layout-shift'),
    failed: ['accessibility', 'best-practices'].flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id),
    ),
  }
}
