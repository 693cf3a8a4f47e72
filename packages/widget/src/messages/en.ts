import afterOpening from './afterOpening.ts'
import opening from './opening.ts'

/** English, and the list of what a language says, in ICU MessageFormat: `{name}` is filled in. */
const en = { ...opening, ...afterOpening } as const

export default en
