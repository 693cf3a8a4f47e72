import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledMessages } from './packages/widget/compiledMessages.ts'

const tests = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'packages/*/test/**/*.test.{ts,tsx}',
  'packages/*/testing/**/*.test.ts',
  'packages/cards/frame/**/*.test.ts',
]

/** Files of code that only a browser runs and only Vite can read: with JSX, and with globs of files in imports. */
const forBrowsers = [
  'packages/{widget,embed}/{src,test}/**/*.test.{ts,tsx}',
  'packages/cards/{frame,test/frame}/**/*.test.ts',
]

/**
 * Files that change what others in their worker would meet: what node's own modules and timers do, whom TLS trusts,
 * how many exchanges a rig has. One that counts all objects there are, which takes the longer the more there are. And one
 * that needs a chain node with room for its blocks: what other files left of a node may be too little.
 */
const alone = [
  'packages/bff/test/two*.test.ts',
  'packages/server/src/keys/fileKeyring.test.ts',
  'packages/demo/test/live.test.ts',
  'packages/rails/testing/chain/chainRig.test.ts',
  'packages/server/src/postgres/listener.test.ts',
  'packages/server/src/work/due.test.ts',
]

/** Files of few lines, whose tests take longest of all. */
const long =
  /\/(?:orderModel|conformance|clientModel|depositWrong|chainFaults|demo\/test\/(?:backup|kill|outage|purchase))\.test\.ts$/

/**
 * A fresh clone, which remembers no times, begins with the largest files. It would end with the longest of these, each
 * on one processor while the others have nothing to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

/** What a test makes is garbage by the time that so much of it is there: less work than with the 16 MB of node's own. */
const execArgv = ['--max-semi-space-size=64']

/** Node reads the programs by itself, as it does when they run, and code that was compiled once is not compiled again. */
const compileCache = new URL('packages/server/src/compileCache.mjs', import.meta.url).href

export default defineConfig({
  test: {
    // Many tests wait for a process or a clock: two workers more than there are cores keep a small machine busy, also when
    // the browser's tests beside them are done.
    maxWorkers: availableParallelism() + 2,
    execArgv,
    // Concurrent tests are those that wait, most of them for the same seconds.
    maxConcurrency: 12,
    // Names a test that takes longer, so that what fails is not lost among all that went well, milliseconds.
    slowTestThreshold: 5_000,
    // A promise never hangs on how busy the machine is: what has a time limit of its own says so.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most of what is waited for takes seconds, and each look at it takes from what makes it come true.
    expect: { poll: { interval: 100, timeout: 120_000 } },
    sequence: { sequencer: LongestFirst },
    globalSetup: [
      'packages/server/testing/postgres/testingSetup.ts',
      'packages/rails/testing/chain/chainSetup.ts',
    ],
    projects: [
      // Most of a test's time would go into reading the programs anew and making its database's template once more.
      {
        extends: true,
        test: {
          name: 'together',
          include: tests,
          exclude: [...alone, ...forBrowsers],
          isolate: false,
          execArgv: [...execArgv, '--import', compileCache],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        plugins: [compiledMessages()],
        test: { name: 'browser', include: forBrowsers, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          execArgv: [...execArgv, '--import', compileCache],
          experimental: { viteModuleRunner: false },
        },
      },
    ],
  },
})
