import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { nodeFaultOf, sentenceOf } from '@cambio/rails/chain/NodeFault.ts'
import { mailSettings } from '@cambio/rails/mail/mailSettings.ts'
import { mailObjection } from '@cambio/rails/mail/smtpMail.ts'
import type { SourceJudgements } from '@cambio/rails/rates/judgementsOf.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { ExchangeEnvironment } from '../../program/environment.ts'

const TIME_LIMIT_MS = 5_000

/**
 * Examines whether every outside service answers: the card platform, the chain's node, the mail server, the markets.
 */
export async function examineReach(
  environment: ExchangeEnvironment,
  askSources: () => Promise<SourceJudgements>,
): Promise<Finding[]> {
  const findings = await Promise.all([
    exchange(environment),
    cardPlatform(environment),
    chain(environment),
    mail(environment),
    markets(askSources),
  ])
  return findings.flat()
}

async function exchange({ BASE_URL: url }: ExchangeEnvironment): Promise<Finding[]> {
  if (url === undefined) return []
  const answer = await statusOf(`${url}/health/ready`)
  return answer === 200
    ? [good('exchange', `It is ready at ${url}.`)]
    : [
        warning(
          'exchange',
          `At ${url} ${answered(answer)}.`,
          'Start the exchange, or look at the proxy in front of it and at BASE_URL.',
        ),
      ]
}

async function cardPlatform({ PAYMENT_URL: url }: ExchangeEnvironment): Promise<Finding[]> {
  const answer = await statusOf(`${url}/healthcheck`)
  return answer === 200
    ? [good('card platform', `It answers at ${url}.`)]
    : [bad('card platform', `At ${url} ${answered(answer)}.`, 'Start it, or set PAYMENT_URL to its address.')]
}

async function chain({ CHAIN_URL: url }: ExchangeEnvironment): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    return [good('chain', `The node is at block ${await chainClient(url).getBlockNumber()}.`)]
  } catch (error) {
    const fault = nodeFaultOf(error)
    if (fault === undefined) throw error
    return [
      bad(
        'chain',
        sentenceOf(fault),
        'Look at the node, or set CHAIN_URL to another; “chain show” says more.',
      ),
    ]
  }
}

async function mail(environment: ExchangeEnvironment): Promise<Finding[]> {
  const settings = mailSettings(environment)
  if (settings === undefined) return []
  const objection = await mailObjection(settings.server)
  return objection === undefined
    ? [good('mail', `${settings.server.host} accepts the login.`)]
    : [bad('mail', `Codes cannot be mailed: ${objection}.`, 'Look at the mail server, and at SMTP_URL.')]
}

async function markets(askSources: () => Promise<SourceJudgements>): Promise<Finding[]> {
  const { sources, judgements } = await askSources()
  const judged = [...judgements.values()].flatMap((one) => one.judged)
  const silent = sources.filter((source) => !judged.some((price) => price.source === source))
  const unpriced = [...judgements].flatMap(([code, { eur }]) => (eur === undefined ? [code] : []))
  return [
    ...(silent.length === 0
      ? [good('prices', `Prices are read from ${sources.join(', ')}.`)]
      : [
          bad(
            'prices',
            `${silent.join(', ')} returned no price.`,
            'Look at “rates”, and add another market to RATES.',
          ),
        ]),
    ...(unpriced.length === 0
      ? []
      : [
          warning(
            'prices',
            `There is no price for ${unpriced.join(', ')}, so it is not sold.`,
            '“rates” tells why.',
          ),
        ]),
  ]
}

/** The status of the answer; undefined without one. */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

function answered(status: number | undefined): string {
  return status === undefined ? 'nobody answers' : `the answer is ${status}`
}
