import { curl } from './curl.ts'
import { go } from './go.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import type { SampleCall } from './SampleCall.ts'
import { typescript } from './typescript.ts'

/** The languages of the samples, in the order of their buttons: each writes a program that runs as it stands. */
export const samples = {
  curl: { title: 'curl', write: curl },
  typescript: { title: 'TypeScript', write: typescript },
  python: { title: 'Python', write: python },
  php: { title: 'PHP', write: php },
  go: { title: 'Go', write: go },
} as const satisfies Readonly<Record<string, { title: string; write: (call: SampleCall) => string }>>
export type Language = keyof typeof samples
