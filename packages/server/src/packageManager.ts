import { readFileSync } from 'node:fs'

/** A process between us and the package manager, with its parent. */
type Link = { readonly pid: number; readonly parent: number }

const LOOK_EVERY_MS = 250
const FARTHEST = 12

/**
 * Calls back when the package manager that started this process, directly or through others and shells, has ended: a
 * TERM ends it but not its children. Never calls back without a package manager above, or where the system does not
 * reveal it.
 */
export function whenPackageManagerEnds(ended: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const chain = linksToPackageManager()
  if (chain.length === 0) return
  const timer = setInterval(() => {
    if (chain.every(({ pid, parent }) => parentOf(pid) === parent)) return
    clearInterval(timer)
    ended()
  }, LOOK_EVERY_MS).unref()
}

/** The processes from this one up to the outermost package manager. */
function linksToPackageManager(): readonly Link[] {
  const links: Link[] = []
  let whole: readonly Link[] = []
  for (let { pid } = process; links.length < FARTHEST;) {
    const parent = parentOf(pid)
    if (parent === undefined || parent <= 1) break
    links.push({ pid, parent })
    if (isPackageManager(parent)) whole = [...links]
    pid = parent
  }
  return whole
}

function isPackageManager(pid: number): boolean {
  return /(?:^|[/\0 ])(?:npm|npx|pnpm)(?:-cli)?(?:\.[cm]?js)?(?:$|[\0 ])/.test(
    readProcessFile(pid, 'cmdline') ?? '',
  )
}

/** The fourth field; the second, a name in parentheses, may contain anything. */
function parentOf(pid: number): number | undefined {
  const stat = readProcessFile(pid, 'stat')
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function readProcessFile(pid: number, what: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return undefined
  }
}
