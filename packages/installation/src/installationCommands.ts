import type { LateCommand } from '@cambio/server/cli/Command.ts'
import type { SetupDeps } from './setup/setup.ts'
import type { UpgradeDeps } from './upgrade/examineUpgrade.ts'

/** Commands about the whole installation: both programs and their databases. */
export const installationCommands: readonly LateCommand<UpgradeDeps & SetupDeps>[] = [
  { name: 'setup', load: async () => (await import('./setup/setup.ts')).setup },
  { name: 'backup', load: async () => (await import('./backup/backup.ts')).backup },
  { name: 'restore', load: async () => (await import('./backup/restore.ts')).restore },
  { name: 'restored', load: async () => (await import('./backup/restored.ts')).restored },
  { name: 'reconcile', load: async () => (await import('./reconcile/reconcile.ts')).reconcile },
  { name: 'adopt', load: async () => (await import('./reconcile/adopt.ts')).adopt },
  { name: 'verify-backup', load: async () => (await import('./backup/verifyBackup.ts')).verifyBackup },
  { name: 'upgrade', load: async () => (await import('./upgrade/upgrade.ts')).upgrade },
]
