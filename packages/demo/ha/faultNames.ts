/** The failures that a run can cause. */
export const faultNames = [
  'switch-over',
  'kill-primary',
  'kill-machine',
  'kill-patroni',
  'freeze-machine',
  'standby-lost',
  'standbys-lost',
  'etcd-away',
  'proxy-restart',
  'kill-program',
  'rolling-restart',
  'rolling-upgrade',
] as const

export type FaultName = (typeof faultNames)[number]

export function isFaultName(text: string): text is FaultName {
  return (faultNames as readonly string[]).includes(text)
}
