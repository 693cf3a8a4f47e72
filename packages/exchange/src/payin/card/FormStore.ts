/** Stores which order a hosted card form was opened for. */
export type FormStore = {
  bind(sessionId: string, orderId: string): Promise<void>
  orderOf(sessionId: string): Promise<string | undefined>
}
