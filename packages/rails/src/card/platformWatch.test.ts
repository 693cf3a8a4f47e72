import { createLog } from '@cambio/server/createLog.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientKey } from '../../testing/card/chargeRig.ts'
import { platformDouble, type Answering } from '../../testing/platformDouble.ts'
import { platformWatch } from './platformWatch.ts'

/* What the exchange learns at its start about a platform that refuses its credentials. */

const noForm = { status: 404, json: { error: 'unknown' } }
const refusal = (message: string, code = 100000): Answering => ({
  status: 400,
  json: {
    result: 'ERROR',
    error_code: code,
    error_message: 'x',
    errors: [{ error_code: code, error_message: message }],
  },
})

test.for<[string, Answering, Answering, readonly string[]]>([
  ['takes both', noForm, refusal('Payment not found.', 208001), []],
  [
    'knows another password',
    { status: 401, json: {} },
    noForm,
    ['the card platform refuses our credentials'],
  ],
  [
    'knows another signing secret',
    noForm,
    refusal('signature: Signature is not valid.'),
    ['the card platform refuses our signature'],
  ],
  [
    'asks for a signature where none was agreed',
    noForm,
    refusal('signature: This value should not be blank.'),
    ['the card platform refuses our signature'],
  ],
  [
    'has blocked our account',
    refusal('Enabled merchant mappings or MIDs not found.', 204002),
    refusal('Enabled merchant mappings or MIDs not found.', 204002),
    ['the card platform refuses our account'],
  ],
  [
    'has no card forms, and no account of ours',
    noForm,
    refusal('Enabled merchant mappings or MIDs not found.', 204002),
    ['the card platform refuses our account'],
  ],
  ['refuses the invalid hash of the check itself', noForm, refusal('hash: Hash is not valid.'), []],
])('the watch reports whether a platform that %s accepts us', async ([, form, post, missing]) => {
  await using platform = await platformDouble(({ path }) => (path === '/post' ? post : form))
  const { watch, lines, metrics, turn } = watching(platform.url)
  await turn()
  expect(watch.missing()).toEqual(missing)
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
    missing.map((sentence) => expect.stringContaining(sentence)),
  )
  expect((await metrics.exposition()).body).toContain(
    `card_platform_refuses_merchant{program="exchange"} ${missing.length}`,
  )
})

const TURN_MS = 500

test('a platform that is away is asked by one request after the other, every two seconds later, and found within that time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let answering: Answering = 'hang up'
  await using platform = await platformDouble(() => answering)
  const { watch, turn, resumed } = watching(platform.url)
  await watch.fetch(platform.url).catch(() => {})
  const minute = 60_000 / TURN_MS
  for (let turns = 0; turns < minute; turns++) {
    await turn()
    vi.advanceTimersByTime(TURN_MS)
  }
  // One a second or more in the first two, then one every two seconds.
  expect(platform.requests.length).toBeLessThanOrEqual(34)
  expect(resumed()).toBe(0)
  answering = noForm
  for (let turns = 0; turns < 2_000 / TURN_MS; turns++) {
    await turn()
    vi.advanceTimersByTime(TURN_MS)
  }
  expect(resumed()).toBe(1)
})

function watching(paymentUrl: string) {
  const lines: string[] = []
  const log = createLog({ program: 'test', destination: { write: (line: string) => void lines.push(line) } })
  const metrics = createMetrics({ program: 'exchange' })
  const signing = { secrets: [Buffer.alloc(32, 1)], now: () => new Date(), nonce: () => 'n' }
  let resumed = 0
  const resume = async () => void (resumed += 1)
  const passwords = ['password', null]
  const watch = platformWatch(
    { log, metrics, resume },
    { paymentUrl, clientKey, passwords, signing, fetch: globalThis.fetch },
  )
  const turn = () => Promise.all(watch.repeated.map(({ work }) => work()))
  return { watch, lines, metrics, turn, resumed: () => resumed }
}
