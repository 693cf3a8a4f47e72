import { CallRefused } from '@cambio/server/cli/CallRefused.ts'

/** The node of a chain does not answer, or its address is not known: the coins cannot be compared with the books. */
export class NodeUnavailable extends CallRefused {}
