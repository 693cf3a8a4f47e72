/** A sentence for the operator that names a command in “…”, as every log line for a person does. */
type NamesCommand = `${string}“${string}”${string}`

/** Reports to the operator what needs attention about an order. */
export type WarnOperator = (message: NamesCommand, orderId: string) => void
