import { defineConfig } from 'tsdown'

/** What stands in the tarball. What is used of `@cambio/wire` is written into it, with its types. */
export default defineConfig({
  entry: { index: 'src/index.ts', testing: 'src/testing.ts', cli: 'src/cli/main.ts' },
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  tsconfig: '../../.tsconfig.packages.json',
  dts: true,
})
