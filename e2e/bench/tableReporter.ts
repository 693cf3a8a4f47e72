import process from 'node:process'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints what a bench has written, and what went wrong, without a word around it. */
export default class TableReporter implements Reporter {
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk)
  }

  onTestEnd(_: TestCase, { errors }: TestResult): void {
    for (const { message, stack } of errors) process.stderr.write(`${stack ?? message}\n`)
  }
}
