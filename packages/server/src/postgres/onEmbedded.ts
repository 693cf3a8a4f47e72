import { startEmbedded, type Embedded } from './embedded.ts'

/**
 * Opens a store on the embedded server of a data folder. The server ends with the store, or if the store cannot be
 * opened.
 */
export async function onEmbedded<Store extends { close(): Promise<void> }, Address>(
  input: Parameters<typeof startEmbedded>[0],
  open: (server: Embedded) => Promise<{ readonly store: Store; readonly address: Address }>,
): Promise<{ readonly store: Store; readonly address: Address }> {
  const server = await startEmbedded(input)
  try {
    const { store, address } = await open(server)
    const close = async () => {
      await store.close()
      await server.stop()
    }
    return { store: { ...store, close }, address }
  } catch (error) {
    await server.stop()
    throw error
  }
}
