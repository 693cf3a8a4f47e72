import { defineConfig } from 'tsdown'

/** What stands in the tarball. What is used of `@cambio/wire` is written into it, with its types. */
export default defineConfig({
  entry: ['src/index.ts', 'src/testing.ts'],
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  tsconfig: '../../.tsconfig.packages.json',
  dts: true,
})
