import order from './order.ts'
import purchase from './purchase.ts'

/** English beside the first screen, whose words come in the page's HTML. */
const afterOpening = { ...purchase, ...order } as const

export default afterOpening
