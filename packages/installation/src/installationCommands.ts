import type { Command } from '@cambio/server/cli/Command.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { verifyBackup } from './backup/verifyBackup.ts'
import type { InstallationDeps } from './InstallationDeps.ts'

/** Commands about the installation as a whole: both programs and their databases. */
export const installationCommands: readonly Command<InstallationDeps>[] = [backup, restore, verifyBackup]
