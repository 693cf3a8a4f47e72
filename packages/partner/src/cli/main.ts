#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import described from '../../package.json' with { type: 'json' }
import { runCli } from './runCli.ts'

/* npx @cambio/partner: a partner's tools for its callbacks, with its own key. */

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

process.exitCode = await runCli(
  {
    env: process.env,
    fetch: globalThis.fetch,
    print: (line) => void process.stdout.write(`${line}\n`),
    read: (path) => (path === '-' ? text(process.stdin) : readFile(path, 'utf8')),
    now: () => new Date(),
    stopped: stop.signal,
    version: described.version,
  },
  process.argv.slice(2),
)
