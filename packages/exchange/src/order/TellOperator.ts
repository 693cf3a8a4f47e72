/** What the operator should look at, in a sentence that names a command in “…”, as each line of the log for a person does. */
type NamesCommand = `${string}“${string}”${string}`

/** Reports of an order what the operator should look at. */
export type TellOperator = (message: NamesCommand, orderId: string) => void
