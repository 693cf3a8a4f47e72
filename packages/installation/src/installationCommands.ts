import type { Command } from '@cambio/server/cli/Command.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { restored } from './backup/restored.ts'
import { verifyBackup } from './backup/verifyBackup.ts'
import { adopt } from './reconcile/adopt.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { setup, type SetupDeps } from './setup/setup.ts'
import type { UpgradeDeps } from './upgrade/examineUpgrade.ts'
import { upgrade } from './upgrade/upgrade.ts'

/** Commands about the installation as a whole: both programs and their databases. */
export const installationCommands: readonly Command<UpgradeDeps & SetupDeps>[] = [
  setup,
  backup,
  restore,
  restored,
  reconcile,
  adopt,
  verifyBackup,
  upgrade,
]
