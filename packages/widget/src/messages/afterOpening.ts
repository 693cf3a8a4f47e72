import { english as copying } from './copying/english.ts'
import { english as purchasing } from './purchase/english.ts'
import { english as status } from './status/english.ts'

/** English beside the first screen, whose words come in the page's HTML, and beside the other ways. */
const afterOpening = { ...purchasing, ...copying, ...status } as const

export default afterOpening
