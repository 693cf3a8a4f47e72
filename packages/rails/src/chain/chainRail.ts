import { join } from 'node:path'
import type { Rail } from '../Rail.ts'
import { chainClient } from './chainClient.ts'
import type { ChainSettings } from './ChainSettings.ts'
import { watchLoop } from './watchLoop.ts'

/** Folder of the chain's own migrations; its tables lie in the exchange's schema. */
export const chainMigrations = join(import.meta.dirname, 'chain')

/** A chain as a rail. */
export function chainRail(settingsIn: (dataDir: string) => ChainSettings): Rail {
  return {
    payoutWays: [],
    open(deps) {
      const settings = settingsIn(deps.dataDir)
      return { loops: [watchLoop({ ...deps, client: chainClient(settings.url) }, settings)] }
    },
  }
}
