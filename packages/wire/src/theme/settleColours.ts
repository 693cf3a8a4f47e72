import { contrast, mixed, readable } from './contrast.ts'
import { colourNames, colours, type ColourName, type ColourToken } from './tokens.ts'

export type Appearance = 'light' | 'dark'
export type Colours = ReadonlyMap<ColourName, string>
export type GivenColours = Readonly<Partial<Record<ColourName, string>>>

/** A colour that the guard changed, because it had too little contrast to another one. */
export type Correction = {
  readonly appearance: Appearance
  readonly token: ColourName
  /** The colour that it was too close to. */
  readonly against: ColourName
  readonly was: string
  readonly is: string
  /** Their contrast before, and the least that is allowed. */
  readonly ratio: number
  readonly least: number
}

type Settled = { readonly colours: Colours; readonly corrections: readonly Correction[] }
/** How far a surface is moved towards another, from 0 to 1, so that a third colour is readable on both. */
type Pull = { readonly to: ColourName; readonly share: number; readonly by: ColourName }

/**
 * Every colour of one appearance: as given, derived from given ones, or the standard one, and readable on all its
 * surfaces. The guard makes a colour darker or lighter for that. If no colour is readable on two surfaces at once, it
 * moves these towards each other.
 */
export function settleColours(appearance: Appearance, given: GivenColours): Settled {
  const pulls = new Map<ColourName, Pull>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const outcome = settleOnce(appearance, given, pulls)
    if ('colours' in outcome) return outcome
    const [to, ...rest] = surfacesOf(outcome.unread)
    if (to)
      for (const surface of rest) {
        const share = Math.min(1, (pulls.get(surface)?.share ?? 0) + 0.25)
        pulls.set(surface, { to, share, by: outcome.unread })
      }
  }
  throw new Error('The surfaces of some token are drawn to more than one other')
}

/** Each colour moves its surfaces together in at most four steps. */
const MOST_ROUNDS = 4 * colourNames.length

/** Goes through the colours in order: each follows those that it needs. */
function settleOnce(
  appearance: Appearance,
  given: GivenColours,
  pulls: ReadonlyMap<ColourName, Pull>,
): Settled | { readonly unread: ColourName } {
  const settled = new Map<ColourName, string>()
  const corrections: Correction[] = []
  const valueOf = (name: ColourName): string => settled.get(name) ?? wantedOf(name)
  const wantedOf = (name: ColourName): string => {
    const token = tokenOf(name)
    const own = given[name]
    if (own !== undefined) return own
    if ('as' in token) return valueOf(token.as)
    if (token.mix === undefined) return token[appearance]
    const [first, second, share] = token.mix
    const isMixed = given[first] !== undefined || given[second] !== undefined
    return isMixed ? mixed(valueOf(first), valueOf(second), share) : token[appearance]
  }
  for (const name of colourNames) {
    const was = wantedOf(name)
    const pull = pulls.get(name)
    const surfaces = surfacesOf(name)
    const least = tokenOf(name).least ?? 4.5
    const drawn = pull ? mixed(was, valueOf(pull.to), pull.share) : was
    const is = readable(drawn, surfaces.map(valueOf), least)
    if (is === undefined) return { unread: name }
    settled.set(name, is)
    if (is === was) continue
    const against = pull?.by ?? closestTo(was, surfaces, valueOf)
    corrections.push({
      appearance,
      token: name,
      against,
      was,
      is,
      ratio: contrast(was, valueOf(against)),
      least,
    })
  }
  return { colours: settled, corrections }
}

function tokenOf(name: ColourName): ColourToken<ColourName> {
  return colours[name]
}

function surfacesOf(name: ColourName): readonly ColourName[] {
  return tokenOf(name).on ?? []
}

function closestTo(
  colour: string,
  surfaces: readonly ColourName[],
  valueOf: (name: ColourName) => string,
): ColourName {
  const ratio = (name: ColourName) => contrast(colour, valueOf(name))
  return surfaces.toSorted((a, b) => ratio(a) - ratio(b))[0] ?? 'background'
}
