/** One thing the operator decides: its name on the command line and in the database, and which values it takes. */
export type Setting<Value> = {
  readonly name: string
  /** The value that holds until the operator sets another, as it would be written. */
  readonly standard: string
  /** How a value is written, for people. */
  readonly form: string
  /** Whether a partner may have a value of its own. */
  readonly perPartner: boolean
  /** Parses a value; undefined where the text is not one. */
  readonly read: (text: string) => Value | undefined
}

type SettingKey = { readonly name: string; readonly perPartner: boolean }

/** A share below 100 %, in hundredths of a percent. */
export function share(key: SettingKey, standardBps: bigint): Setting<bigint> {
  return {
    ...key,
    standard: standardBps.toString(),
    form: 'hundredths of a percent, from 0 to 9999',
    read: whole({ least: 0n, most: 9_999n }),
  }
}

/** An amount of money in EUR cents, bounded so that the sums of an order's amounts fit into the database. */
export function eurCents(key: SettingKey, standardCents: bigint): Setting<bigint> {
  return {
    ...key,
    standard: standardCents.toString(),
    form: 'EUR cents, from 0 to 999999999999',
    read: whole({ least: 0n, most: 999_999_999_999n }),
  }
}

/** A cap in EUR cents, or none. */
export function eurCentsOrUnlimited(key: SettingKey): Setting<bigint | null> {
  const { form, read } = eurCents(key, 0n)
  return {
    ...key,
    standard: UNLIMITED,
    form: `${form}; or ${UNLIMITED}`,
    read: (text) => (text === UNLIMITED ? null : read(text)),
  }
}

const UNLIMITED = 'unlimited'

export function milliseconds(key: SettingKey, standardMs: number): Setting<number> {
  const read = whole({ least: 1_000n, most: 3_600_000n })
  return {
    ...key,
    standard: standardMs.toString(),
    form: 'milliseconds, from 1000 to 3600000',
    read(text) {
      const ms = read(text)
      return ms === undefined ? undefined : Number(ms)
    },
  }
}

/** A number of messages. */
export function messageCount(key: SettingKey, standard: number): Setting<number> {
  const read = whole({ least: 1n, most: 1_000_000n })
  return {
    ...key,
    standard: standard.toString(),
    form: 'a number of messages, from 1 to 1000000',
    read(text) {
      const count = read(text)
      return count === undefined ? undefined : Number(count)
    },
  }
}

/** Allowed prefixes of phone numbers; any by default. */
export function callingCodes(key: SettingKey): Setting<readonly string[] | 'any'> {
  return {
    ...key,
    standard: 'any',
    form: 'any, none, or calling codes such as +49,+43',
    read(text) {
      if (text === 'any') return text
      if (text === 'none') return []
      const codes = text.split(',')
      return codes.every((code) => /^\+[1-9]\d{0,14}$/.test(code)) ? codes : undefined
    },
  }
}

export function choice<Value extends string>(
  key: SettingKey,
  values: readonly Value[],
  standard: Value,
): Setting<Value> {
  return {
    ...key,
    standard,
    form: values.join(', '),
    read: (text) => values.find((value) => value === text),
  }
}

/** Parses a whole number within bounds. */
function whole({ least, most }: { least: bigint; most: bigint }): (text: string) => bigint | undefined {
  return (text) => {
    if (!/^(0|[1-9]\d{0,14})$/.test(text)) return undefined
    const value = BigInt(text)
    return value >= least && value <= most ? value : undefined
  }
}
