import { defineConfig } from 'tsdown'

/** The modules for those who bundle. They stand apart from the script for a page, which `vite build` makes. */
export default defineConfig({
  entry: ['src/index.ts', 'src/react.tsx'],
  outDir: 'dist/modules',
  platform: 'browser',
  target: 'es2022',
  tsconfig: '../../.tsconfig.packages.json',
  dts: true,
})
