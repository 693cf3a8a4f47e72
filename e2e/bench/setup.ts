import startForTests from '../src/globalSetup.ts'
import { placeBareReact } from './bareReact.ts'

/** Runs the whole product with a bare React page among its files. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeBareReact = await placeBareReact()
  const stop = await startForTests()
  return async () => {
    await stop()
    await removeBareReact()
  }
}
