import opening from './opening.ts'
import order from './order.ts'
import purchase from './purchase.ts'

/** English, and the list of what a language says, in ICU MessageFormat: `{name}` is filled in. */
const en = { ...opening, ...purchase, ...order } as const

export default en
