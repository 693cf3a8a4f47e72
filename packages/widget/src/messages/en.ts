import afterOpening from './afterOpening.ts'
import opening from './opening.ts'
import otherWays from './otherWays.ts'

/** English, and the list of what a language says, in ICU MessageFormat: `{name}` is filled in. */
const en = { ...opening, ...afterOpening, ...otherWays } as const

export default en
