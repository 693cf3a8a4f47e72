import { exchangeCli } from './exchangeCli.ts'

await exchangeCli()
