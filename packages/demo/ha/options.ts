import { parseArgs } from 'node:util'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { faultNames, isFaultName, type FaultName } from './faultNames.ts'

/** What a run does. */
export type Options = {
  /** Faults that are met alone, one after the other. */
  readonly faults: readonly FaultName[]
  /** For how long faults come at random after that. */
  readonly randomMs: number
  /** Whether commits wait for no standby: the control, in which the audit has to find a loss. */
  readonly isAsync: boolean
  /** A folder with the sources of the Patroni to run; undefined: the system's. */
  readonly patroni: string | undefined
  /** A built checkout of the version before, from which a rolling upgrade begins; undefined: none is made. */
  readonly from: string | undefined
  /** Purchases that begin in a second. */
  readonly rate: number
}

const RANDOM_MINUTES = 5
const RATE = 3

export const USAGE = `pnpm ha [--fault NAME …] [--minutes N] [--async] [--patroni FOLDER] [--from FOLDER] [--rate N]

  --fault NAME      meets this fault, and may be given several times; left out: each of them
  --minutes N       then meets faults at random for so long: ${RANDOM_MINUTES} where no fault is named, else 0
  --async           the control: commits wait for no standby, and the audit has to find what is lost by that
  --patroni FOLDER  runs Patroni from its sources in this folder instead of the system's
  --from FOLDER     a built checkout of the version before, for the fault rolling-upgrade
  --rate N          purchases that begin in a second; ${RATE} where left out

Faults: ${faultNames.join(', ')}
`

/** Reads the words of the command line. @throws StartRefused that says what is wrong with them */
export function optionsOf(words: readonly string[]): Options {
  const { values } = parsed(words)
  const named = values.fault ?? []
  const unknown = named.find((name) => !isFaultName(name))
  if (unknown !== undefined) throw new StartRefused(`There is no fault ${unknown}.\n${USAGE}`)
  const minutes =
    positive('minutes', values.minutes) ?? (named.length > 0 || values.async ? 0 : RANDOM_MINUTES)
  const all = faultNames.filter((name) => name !== 'rolling-upgrade' || values.from !== undefined)
  return {
    faults: named.length > 0 ? named.filter(isFaultName) : values.async ? [] : all,
    randomMs: minutes * 60_000,
    isAsync: values.async ?? false,
    patroni: values.patroni,
    from: values.from,
    rate: positive('rate', values.rate) ?? RATE,
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        fault: { type: 'string', multiple: true },
        minutes: { type: 'string' },
        async: { type: 'boolean' },
        patroni: { type: 'string' },
        from: { type: 'string' },
        rate: { type: 'string' },
      },
    })
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number >= 0)) throw new StartRefused(`--${name} is a number, not ${text}.\n${USAGE}`)
  return number
}
